// Runs the logic of an exported lesson without a page: node check_lesson.js PAGE. Ends with 0 when every step of every part
// has a picture and words.
"use strict";
const fs = require("fs");
const assert = require("assert");
const vm = require("vm");
const html = fs.readFileSync(process.argv[2], "utf8");
const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
assert.strictEqual(scripts.length, 2);
const data = JSON.parse(scripts[0][2]);
const logic = vm.createContext({});
vm.runInContext(scripts[1][2] + "\nthis.api = { pictureAt };", logic);
let pictures = 0;
for (const part of data.parts) {
  assert.ok(part.title.length && part.width > 0 && part.height > 0);
  assert.strictEqual(part.words.length, part.pictures.length);
  for (let step = 0; step < part.pictures.length; ++step, ++pictures) {
    assert.ok(part.words[step].length);
    const picture = logic.api.pictureAt(part, step);
    assert.ok(picture.length > 0);
    for (const i of picture) assert.ok(typeof data.elements[i] === "string", `${part.title}, step ${step}: ${i}`);
  }
  if (part.exercise) assert.ok(part.exercise.answer.length && (!part.exercise.choices.length || part.exercise.choices.includes(part.exercise.answer)));
}
console.log(`${data.parts.length} parts, ${pictures} pictures`);
