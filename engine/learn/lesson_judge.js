"use strict";
// Answers to exercises as engine/learn/judging.cpp judges them. Conditions of a drawn matrix come as sums.
function plainText(text) { return text.replace(/[\s\u00a0\u202f\u2009]+/g, " ").replace(/\u2212/g, "-").trim(); }
function textKey(text) { return plainText(text).replace(/ /g, "").replace(/[A-Z]/g, (c) => c.toLowerCase()).replace(/\.+$/, ""); }
// The numbers that may be meant: "1,024" is two.
function writtenNumbers(text) {
  const parts = /^([+-]?)([0-9.,' ]*)([^0-9+-]*)$/.exec(plainText(text));
  if (!parts) return [];
  const body = parts[2].trim(), found = [];
  const take = (digits) => { const n = Number(digits); if (Number.isFinite(n) && !found.includes(n)) found.push(n); };
  if (/^[0-9]*\.?[0-9]*$/.test(body) && /[0-9]/.test(body)) take(body);
  if (/^[0-9]*,[0-9]+$/.test(body)) take(body.replace(",", "."));
  for (const [by, decimal] of [[",", "."], [".", ","], [" ", "."], [" ", ","], ["'", "."]]) {
    const pieces = body.split(decimal);
    if (pieces.length > 2 || (pieces.length === 2 && !/^[0-9]+$/.test(pieces[1]))) continue;
    const groups = pieces[0].split(by);
    if (groups.length < 2 || !/^[0-9]{1,3}$/.test(groups[0]) || !groups.slice(1).every((g) => /^[0-9]{3}$/.test(g))) continue;
    take(groups.join("") + (pieces.length === 2 ? "." + pieces[1] : ""));
  }
  return parts[1] === "-" ? found.map((n) => -n) : found;
}
// 1, non-zeros, those of the longest and the shortest row, occupied diagonals, occupied rows.
function featuresOf(rows) {
  const lengths = rows.map((row) => row.filter((place) => place !== ".").length);
  const diagonals = new Set(rows.flatMap((row, r) => row.flatMap((place, c) => (place === "." ? [] : [c - r]))));
  return [1, lengths.reduce((a, b) => a + b, 0), Math.max(...lengths), Math.min(...lengths), diagonals.size, lengths.filter((n) => n > 0).length];
}
// true, false, or null where the page cannot know.
function conditionMet(form, rows) {
  const features = featuresOf(rows);
  if (features[1] === 0) return false;
  if (!form) return null;
  const [left, right] = [form.left, form.right].map((factors) => factors.reduce((sum, factor, i) => sum + factor * features[i], 0));
  return { "<=": left <= right, ">=": left >= right, "!=": left !== right, "<": left < right, ">": left > right, "=": left === right }[form.sign];
}
// right: true, false or null; unclear: why it is no answer; parts: of each cell, each condition.
function judge(exercise, given) {
  const none = (unclear) => ({ right: false, unclear, parts: [] });
  if (exercise.asks === "number") {
    const numbers = writtenNumbers(given);
    if (!numbers.length) return none("\u201c" + plainText(given) + "\u201d is not a number: write it as 43, 1,024 or 0.5.");
    const off = exercise.tolerance + 1e-9 * Math.abs(exercise.number);
    return { right: numbers.some((n) => Math.abs(n - exercise.number) <= off), parts: [] };
  }
  if (exercise.asks === "text") {
    if (!textKey(given)) return none("Nothing is written yet.");
    return { right: exercise.texts.some((t) => textKey(t) === textKey(given)), parts: [] };
  }
  if (exercise.asks === "cells") {
    if (given.some((cell) => !plainText(cell))) return none("Not every element is filled yet.");
    const parts = exercise.values.map((value, i) => {
      const wanted = writtenNumbers(value);
      return wanted.length ? writtenNumbers(given[i]).includes(wanted[0]) : textKey(value) === textKey(given[i]);
    });
    return { right: parts.every((p) => p), parts };
  }
  if (exercise.asks === "drawing") {
    const parts = exercise.forms.map((form) => conditionMet(form, given.map(places)));
    return { right: parts.includes(false) ? false : parts.includes(null) ? null : true, parts };
  }
  if (!given.length) return none("Nothing is chosen yet.");
  return { right: given.join() === exercise.right.join(), parts: [] };
}
// With spaces every word of a row is a place, without every character.
function places(row) { return row.includes(" ") ? row.trim().split(/ +/) : [...row]; }
