// Runs the logic of an exported lesson without a page: node check_lesson.js PAGE. Ends with 0 when every step of every
// part has a picture and words, and exercises are judged as the program does.
"use strict";
const fs = require("fs");
const assert = require("assert");
const vm = require("vm");
const html = fs.readFileSync(process.argv[2], "utf8");
const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
assert.strictEqual(scripts.length, 2);
const data = JSON.parse(scripts[0][2]);
const logic = vm.createContext({});
vm.runInContext(scripts[1][2] + "\nthis.api = { pictureAt, judge, writtenNumbers, conditionMet, places };", logic);
const { pictureAt, judge, writtenNumbers, conditionMet, places } = logic.api;
let pictures = 0;
const textIn = (set, at) => pictureAt(set, at).map((i) => data.elements[i]).join("");
for (const part of data.parts) {
  assert.ok(part.title.length && part.width > 0 && part.height > 0);
  for (const set of part.told ? [part.shown, part.told] : [part.shown]) {
    assert.strictEqual(set.words.length, set.pictures.length);
    assert.strictEqual(set.words.length, part.last + 1);
    for (let step = 0; step < set.pictures.length; ++step, ++pictures) {
      assert.ok(set.words[step].length);
      const picture = pictureAt(set, step);
      assert.ok(picture.length > 0);
      for (const i of picture) assert.ok(typeof data.elements[i] === "string", `${part.title}, step ${step}: ${i}`);
    }
  }
  const e = part.exercise;
  if (!e || !data.answers) continue;
  // The right answer is, another one is not.
  const right = { number: String(e.number).replace(".", ","), text: (e.texts || [])[0], cells: e.values, choice: e.right, choices: e.right }[e.asks];
  if (e.asks === "drawing") {
    assert.strictEqual(judge(e, e.rows).right, e.forms.includes(null) && !judge(e, e.rows).parts.includes(false) ? null : false);
    continue;
  }
  assert.strictEqual(judge(e, right).right, true, part.title);
  const wrong = { number: String(e.number + e.tolerance + 1), text: "no", cells: (e.values || []).map(() => "77"), choice: [e.right[0] ? 0 : 1], choices: [] }[e.asks];
  assert.notStrictEqual(judge(e, wrong).right, true, part.title);
}
const reads = (text, number) => assert.ok(writtenNumbers(text).includes(number), `${text}: ${writtenNumbers(text)}`);
for (const [text, number] of [["43", 43], [" 43.0 ", 43], ["43,0", 43], ["4,3", 4.3], ["1,024", 1024], ["1,024", 1.024], ["1.024", 1024], ["1 024", 1024],
  ["1,234,567.5", 1234567.5], ["1.234.567,5", 1234567.5], ["-7", -7], ["\u22127", -7], ["12,5 %", 12.5], ["200 bytes", 200], [".5", 0.5]]) reads(text, number);
for (const none of ["", " ", "43,", "1,23.5", "1.2.3", "4e3", "0x2b", "nan", "forty", "4 3", "--4", "-", ".", "12 of 20"])
  assert.strictEqual(writtenNumbers(none).length, 0, none);
const three = ["xx.", "..x"].map(places), exactly = (left, sign, right) => ({ left, right, sign });
assert.strictEqual(conditionMet(exactly([0, 1, 0, 0, 0, 0], "=", [3, 0, 0, 0, 0, 0]), three), true);
assert.strictEqual(conditionMet(exactly([0, 0, 1, -1, 1, 1], "<=", [4, 0, 0, 0, 0, 0]), three), false); // 2 - 1 + 2 + 2
assert.strictEqual(conditionMet(null, three), null);
assert.strictEqual(conditionMet(exactly([0, 1, 0, 0, 0, 0], "<", [3, 0, 0, 0, 0, 0]), ["..", ".."].map(places)), false);
console.log(`${data.parts.length} parts, ${pictures} pictures`);
