// The page's own words in the language of the page, wherever they come up: of a word that ends in "…" any end.
const pageWords = { de: {
  "Light or dark": "Hell oder dunkel", "Parts of the lesson": "Teile der Lektion",
  "One step back": "Einen Schritt zurück",
  "One step on": "Einen Schritt weiter", "Play": "Abspielen", "Pause": "Anhalten", "Step": "Schritt",
  "Answer": "Antwort",
  "Yes.": "Ja.", "Not this one.": "Nein, das nicht.",
  "Arrow keys step, Space plays, Page Up and Page Down change the part, Home and End go to its ends.":
    "Pfeiltasten gehen weiter, die Leertaste spielt ab, Bild auf und Bild ab wechseln den Teil, " +
    "Pos1 und Ende gehen an dessen Enden.",
  "The pictures of this page need JavaScript.": "Die Bilder dieser Seite brauchen JavaScript.",
  "Your name": "Name", "Hand in: save my answers": "Abgeben: Antworten speichern",
  "Forget my answers": "Antworten vergessen",
  "Check": "Prüfen", "Keep this answer": "Diese Antwort behalten", "Show the answer": "Antwort zeigen",
  "Answers": "Antworten",
  "Kept, to be handed in.": "Behalten, um abgegeben zu werden.", "Nothing is answered yet.": "Noch nichts beantwortet.",
  "Nothing is written yet.": "Noch nichts geschrieben.",
  "Not every element is filled yet.": "Noch nicht jedes Element ist gefüllt.",
  "Nothing is chosen yet.": "Noch nichts gewählt.", "step …": "Schritt …", "Hint: …": "Hinweis: …",
  "\u2713 Right: …": "\u2713 Richtig: …",
  "The answer: …": "Die Antwort: …"
}, of: { de: "von" } };
function pageWord(text, language) {
  const words = pageWords[language] || {}, plain = text.trim();
  if (plain in words) return text.replace(plain, words[plain]);
  for (const [word, other] of Object.entries(words))
    if (word.endsWith("…") && plain.startsWith(word.slice(0, -1)))
      return other.slice(0, -1) +
        plain.slice(word.length - 1).replace(/^(\d+) of (\d+)$/, "$1 " + pageWords.of[language] + " $2");
  return text;
}
if (typeof document !== "undefined") {
  const language = document.documentElement.lang;
  const translate = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const word = pageWord(node.data, language);
      if (word !== node.data) node.data = word;
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.tagName === "SCRIPT") return;
    for (const name of ["aria-label", "aria-valuetext"])
      if (node.hasAttribute(name)) {
        const word = pageWord(node.getAttribute(name), language);
        if (word !== node.getAttribute(name)) node.setAttribute(name, word);
      }
    node.childNodes.forEach(translate);
  };
  translate(document.body);
  new MutationObserver((changes) => changes.forEach((change) => {
    change.type === "childList" ? change.addedNodes.forEach(translate) : translate(change.target);
  })).observe(document.body, {
    subtree: true, childList: true, characterData: true, attributeFilter: ["aria-label", "aria-valuetext"]
  });
}
