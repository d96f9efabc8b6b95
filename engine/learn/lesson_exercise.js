// The exercise of a part: inputs, tries and hints, what is kept in this browser, and the file that is handed in.
function exercises(data, find, element, redraw) {
  const key = "sparsescope-" + data.fingerprint;
  let kept = { student: "", steps: data.parts.map(() => ({ tries: 0, outcome: "open" })) };
  try {
    const found = JSON.parse(localStorage.getItem(key));
    if (found && found.steps.length === data.parts.length) kept = found;
  } catch { /* nothing is kept where the browser does not allow it */ }
  const keep = () => { try { localStorage.setItem(key, JSON.stringify(kept)); } catch { /* as above */ } };
  const isOpen = (part) => Boolean(data.parts[part].exercise) && kept.steps[part].outcome === "open";
  const now = () => new Date().toISOString().replace(/\.\d+Z$/, "Z");

  // Inputs, the function that reads them, and the one that marks what was judged.
  function inputs(box, exercise, given) {
    const marks = [];
    const mark = (parts) => marks.forEach((m, i) => { m.textContent = parts[i] === true ? "\u2713" : parts[i] === false ? "\u2717" : ""; });
    if (exercise.asks === "number" || exercise.asks === "text") {
      const input = element("input", "");
      input.type = "text";
      input.setAttribute("aria-label", exercise.question);
      input.value = given || "";
      box.append(input);
      return { read: () => input.value, mark };
    }
    if (exercise.asks === "cells") {
      const table = element("div", "");
      table.className = "cells";
      const all = exercise.elements.map((e, i) => {
        const label = element("label", exercise.array + "[" + e + "] "), input = element("input", ""), sign = element("span", "");
        input.type = "text";
        input.value = given ? given[i] : "";
        label.append(input, sign);
        marks.push(sign);
        table.append(label);
        return input;
      });
      box.append(table);
      return { read: () => all.map((input) => input.value), mark };
    }
    if (exercise.asks === "drawing") return drawn(box, exercise, given, marks, mark);
    const all = exercise.choices.map((choice, i) => {
      const label = element("label", ""), input = element("input", "");
      input.type = exercise.asks === "choices" ? "checkbox" : "radio";
      input.name = "choice";
      input.checked = Boolean(given && given.includes(i));
      label.className = "choice";
      label.append(input, " " + choice);
      box.append(label);
      return input;
    });
    return { read: () => all.flatMap((input, i) => (input.checked ? [i] : [])), mark };
  }
  function drawn(box, exercise, given, marks, mark) {
    const rows = (given || exercise.rows).map(places);
    const valued = exercise.rows.some((row) => /[0-9]/.test(row));
    const table = element("div", ""), list = element("ul", "");
    table.className = "grid";
    table.style.gridTemplateColumns = "repeat(" + rows[0].length + ", 26px)";
    const read = () => rows.map((row) => row.join(valued || row.length === 1 && row[0].length > 1 ? " " : "") + (valued && row.length === 1 ? " " : ""));
    exercise.conditions.forEach((condition) => {
      const line = element("li", condition + " "), sign = element("span", "");
      line.append(sign);
      list.append(line);
      marks.push(sign);
    });
    const live = () => mark(exercise.forms.map((form) => conditionMet(form, rows)));
    rows.forEach((row, r) => row.forEach((place, c) => {
      const cell = element("button", place === "." ? "" : place);
      cell.setAttribute("aria-label", "row " + r + ", column " + c);
      cell.setAttribute("aria-pressed", String(place !== "."));
      cell.addEventListener("click", () => {
        let value = "x";
        if (valued) for (value = 1; rows.flat().includes(String(value));) ++value;
        row[c] = row[c] === "." ? String(value) : ".";
        cell.textContent = row[c] === "." ? "" : row[c];
        cell.setAttribute("aria-pressed", String(row[c] !== "."));
        live();
      });
      table.append(cell);
    }));
    box.append(table, list);
    live();
    return { read, mark };
  }

  function show(part) {
    const exercise = data.parts[part].exercise, box = find("question"), state = kept.steps[part];
    box.hidden = !exercise;
    box.replaceChildren();
    if (!exercise) return;
    const place = element("fieldset", ""), row = element("p", ""), said = element("p", "");
    place.append(element("legend", exercise.question));
    const input = inputs(place, exercise, state.given);
    said.setAttribute("aria-live", "polite");
    const check = element("button", data.answers ? "Check" : "Keep this answer"), tell = element("button", "Show the answer");
    const told = () => (state.outcome === "right" ? "\u2713 Right" : "The answer") + (exercise.answer ? ": " + exercise.answer : "");
    function notYet(spent) {
      if (judge(exercise, state.given).right === null)
        return "What the page can know is right; the rest is judged when it is handed in.";
      return "\u2717 Not so; " + (spent ? "no try is left" : "tries left: " + (exercise.tries - state.tries));
    }
    function refresh(verdict) {
      const open = state.outcome === "open", spent = data.answers && state.tries >= exercise.tries;
      const lines = [];
      if (verdict && verdict.unclear) lines.push(verdict.unclear);
      else if (!data.answers) lines.push(state.tries ? "Kept, to be handed in." : "");
      else if (!open) lines.push(told(), exercise.explanation);
      else if (state.tries) lines.push(notYet(spent));
      if (open && data.answers) exercise.hints.slice(0, state.tries).forEach((hint) => lines.push("Hint: " + hint));
      said.textContent = lines.filter((l) => l).join("\n");
      place.disabled = !open || spent;
      check.hidden = !open || spent;
      tell.hidden = !open || !spent;
      if (verdict && data.answers) input.mark(verdict.parts);
    }
    check.addEventListener("click", () => {
      const given = input.read();
      const empty = typeof given === "string" ? !plainText(given) : given.length === 0 || exercise.asks === "cells" && given.some((cell) => !plainText(cell));
      const verdict = data.answers ? judge(exercise, given) : { right: null, parts: [], unclear: empty ? "Nothing is answered yet." : "" };
      if (!verdict.unclear) {
        state.given = given;
        state.tries += 1;
        state.first = state.first || now();
        state.last = now();
        if (verdict.right) state.outcome = "right";
        keep();
        redraw();
      }
      refresh(verdict);
    });
    tell.addEventListener("click", () => { state.outcome = "shown"; keep(); redraw(); refresh(null); });
    place.addEventListener("keydown", (e) => { if (e.key === "Enter" && e.target.type === "text") check.click(); });
    row.append(check, " ", tell);
    box.append(place, row, said);
    refresh(null);
  }

  function handIn() {
    const answers = kept.steps.flatMap((s, i) => {
      if (!data.parts[i].exercise || (s.outcome === "open" && !s.tries)) return [];
      return [Object.assign({ step: i + 1, outcome: s.outcome, tries: s.tries }, s.tries ? { given: s.given, first: s.first, last: s.last } : {})];
    });
    const text = JSON.stringify({ schema: "sparsescope-answers", version: 1, student: kept.student, lesson: data.title, fingerprint: data.fingerprint, at: 1, answers }, null, 1);
    const link = element("a", "");
    link.href = URL.createObjectURL(new Blob([text + "\n"], { type: "application/json" }));
    link.download = "answers.json";
    link.click();
    return text;
  }
  const bar = find("handin");
  bar.hidden = !data.parts.some((p) => p.exercise);
  const student = find("student");
  student.value = kept.student;
  student.addEventListener("input", () => { kept.student = student.value.replace(/[\u0000-\u001f]/g, "").slice(0, 60); keep(); });
  find("hand").addEventListener("click", handIn);
  find("forget").addEventListener("click", () => {
    kept.steps = data.parts.map(() => ({ tries: 0, outcome: "open" }));
    keep();
    redraw(true);
  });
  return { show, isOpen, done: (part) => kept.steps[part].outcome !== "open" || kept.steps[part].tries > 0 };
}
