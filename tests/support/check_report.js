// Runs the logic of an exported page without a page: node check_report.js PAGE. Ends with 0 when every step says what the
// data hold.
"use strict";
const fs = require("fs");
const assert = require("assert");
const vm = require("vm");
const html = fs.readFileSync(process.argv[2], "utf8");
const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
assert.strictEqual(scripts.length, 2);
const data = JSON.parse(scripts[0][2]);
const logic = vm.createContext({ atob: (text) => Buffer.from(text, "base64").toString("latin1") });
vm.runInContext(scripts[1][2] + "\nthis.api = { decodePlan, coverAt, pixelsAt, textAt };", logic);
const { decodePlan, coverAt, pixelsAt, textAt } = logic.api;
const colours = data.formats.map((f) => [1, 3, 5].map((i) => parseInt(f.colour.slice(i, i + 2), 16)));
assert.ok(data.plans.length > 0);
for (const packed of data.plans) {
  const plan = decodePlan(packed);
  const cells = plan.gridRows * plan.gridCols;
  assert.ok(plan.steps > 0 && plan.begin.length === plan.steps + 1);
  assert.strictEqual(plan.begin[plan.steps], plan.cell.length);
  assert.strictEqual(plan.covered[plan.steps - 1], plan.nnz);
  assert.ok(coverAt(plan, 0, colours.length).every((x) => x === 0));
  // At the end every cell that holds something is covered whole, up to the rounding of its shares.
  const cover = coverAt(plan, plan.steps, colours.length);
  const parts = new Uint32Array(cells), sum = new Float64Array(cells);
  for (const c of plan.cell) ++parts[c];
  for (let f = 0; f < colours.length; ++f) for (let c = 0; c < cells; ++c) sum[c] += cover[f * cells + c];
  for (let c = 0; c < cells; ++c) assert.ok(parts[c] ? Math.abs(sum[c] - 1) <= parts[c] / 255 : sum[c] === 0, `cell ${c}: ${sum[c]}`);
  const pixels = pixelsAt(plan, plan.steps, colours);
  for (let c = 0; c < cells; ++c) assert.strictEqual(pixels[4 * c + 3] > 0, parts[c] > 0);
  let before = 0;
  for (let step = 0; step <= plan.steps; ++step) {
    const [title, lines, lost] = textAt(plan, step);
    assert.ok(title.length && lines.length && Array.isArray(lost));
    assert.ok(!/NaN|undefined|Infinity/.test(title + lines.join(" ")), lines.join(" "));
    if (step > 0) {
      assert.ok(plan.covered[step - 1] >= before);
      before = plan.covered[step - 1];
    }
  }
  console.log(`${plan.steps} steps on ${plan.gridRows} x ${plan.gridCols}: ` + textAt(plan, Math.min(3, plan.steps))[1].join(" "));
}
