<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>engine</name>
    <message>
        <source>27-point stencil</source>
        <translation>27-Punkte-Stern</translation>
    </message>
    <message>
        <source>A format as a graph of AlphaSparse: what each node makes of the matrix.</source>
        <translation>Ein Format als Graph von AlphaSparse: was jeder Knoten aus der Matrix macht.</translation>
    </message>
    <message>
        <source>A format of your own, which a graph of nodes makes of the matrix together with its kernel (AlphaSparse section IV).</source>
        <translation>Ein eigenes Format, das ein Graph von Knoten zusammen mit seinem Kernel aus der Matrix macht (AlphaSparse Abschnitt IV).</translation>
    </message>
    <message>
        <source>A mask by hand</source>
        <translation>Eine Maske von Hand</translation>
    </message>
    <message>
        <source>A need that is not met</source>
        <translation>Eine Voraussetzung, die fehlt</translation>
    </message>
    <message>
        <source>A power law</source>
        <translation>Ein Potenzgesetz</translation>
    </message>
    <message>
        <source>A thread adds its BMT row by row; a bitmap tells where rows begin.</source>
        <translation>Ein Thread addiert sein BMT Zeile für Zeile; eine Bitmap sagt, wo Zeilen beginnen.</translation>
    </message>
    <message>
        <source>A thread adds its BMT to one sum.</source>
        <translation>Ein Thread addiert sein BMT zu einer Summe.</translation>
    </message>
    <message>
        <source>A thread block adds the sums of its BMTB to one.</source>
        <translation>Ein Threadblock addiert die Summen seines BMTB zu einer.</translation>
    </message>
    <message>
        <source>A thread block keeps partial sums in shared memory and adds those of each row, by so many lanes.</source>
        <translation>Ein Threadblock hält Teilsummen im Shared Memory und addiert die jeder Zeile, mit so vielen Lanes.</translation>
    </message>
    <message>
        <source>A thread block takes a piece of a row.</source>
        <translation>Ein Threadblock nimmt ein Stück einer Zeile.</translation>
    </message>
    <message>
        <source>A thread block takes so many rows, or rows of so many non-zeros.</source>
        <translation>Ein Threadblock nimmt so viele Zeilen, oder Zeilen mit so vielen Nichtnullen.</translation>
    </message>
    <message>
        <source>A thread takes a piece of a row.</source>
        <translation>Ein Thread nimmt ein Stück einer Zeile.</translation>
    </message>
    <message>
        <source>A thread takes so many non-zeros in order, whatever their rows are.</source>
        <translation>Ein Thread nimmt so viele Nichtnullen der Reihe nach, gleich aus welchen Zeilen.</translation>
    </message>
    <message>
        <source>A thread takes so many rows.</source>
        <translation>Ein Thread nimmt so viele Zeilen.</translation>
    </message>
    <message>
        <source>A warp adds the sums of its BMW by rows: a segmented sum.</source>
        <translation>Ein Warp addiert die Summen seines BMW nach Zeilen: eine segmentierte Summe.</translation>
    </message>
    <message>
        <source>A warp adds the sums of its BMW by rows; a bitmap tells which begin one.</source>
        <translation>Ein Warp addiert die Summen seines BMW nach Zeilen; eine Bitmap sagt, welche eine beginnen.</translation>
    </message>
    <message>
        <source>A warp adds the sums of its BMW to one.</source>
        <translation>Ein Warp addiert die Summen seines BMW zu einer.</translation>
    </message>
    <message>
        <source>A warp takes a piece of a row.</source>
        <translation>Ein Warp nimmt ein Stück einer Zeile.</translation>
    </message>
    <message>
        <source>A warp takes so many rows.</source>
        <translation>Ein Warp nimmt so viele Zeilen.</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Adds empty BMTs to each BMTB, up to a multiple.</source>
        <translation>Fügt jedem BMTB leere BMTs hinzu, bis zu einem Vielfachen.</translation>
    </message>
    <message>
        <source>Adds empty BMTs to each BMW, up to a multiple.</source>
        <translation>Fügt jedem BMW leere BMTs hinzu, bis zu einem Vielfachen.</translation>
    </message>
    <message>
        <source>Adds rows without places to each BMTB, up to a multiple, so that where BMTBs begin is regular.</source>
        <translation>Fügt jedem BMTB Zeilen ohne Stellen hinzu, bis zu einem Vielfachen, damit BMTBs regelmäßig beginnen.</translation>
    </message>
    <message>
        <source>All formats of the matrix as small pictures, those of few bytes first.</source>
        <translation>Alle Formate der Matrix als kleine Bilder, die mit wenigen Bytes zuerst.</translation>
    </message>
    <message>
        <source>AlphaSparse figure 14a</source>
        <translation>AlphaSparse Abbildung 14a</translation>
    </message>
    <message>
        <source>AlphaSparse figure 5</source>
        <translation>AlphaSparse Abbildung 5</translation>
    </message>
    <message>
        <source>Among</source>
        <translation>Unter</translation>
    </message>
    <message>
        <source>An ELL part of a fixed width, and what does not fit as COO. A few long rows no longer pad all the others.</source>
        <translation>Ein ELL-Teil fester Breite, und was nicht passt als COO. Wenige lange Zeilen füllen nicht mehr alle anderen auf.</translation>
    </message>
    <message>
        <source>An empty row and a long one</source>
        <translation>Eine leere Zeile und eine lange</translation>
    </message>
    <message>
        <source>Arrays</source>
        <translation>Arrays</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>Achsen</translation>
    </message>
    <message>
        <source>BSR of those block rows that hold something, and which block rows these are.</source>
        <translation>BSR derjenigen Blockzeilen, die etwas enthalten, und welche das sind.</translation>
    </message>
    <message>
        <source>BSR, ELL: figure 5</source>
        <translation>BSR, ELL: Abbildung 5</translation>
    </message>
    <message>
        <source>Band</source>
        <translation>Band</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Block, ELL and 1D tiles, chosen greedily level by level by predicted cost per newly covered non-zero, with withdrawal (STile).</source>
        <translation>Block-, ELL- und 1D-Tiles, gierig Level für Level nach vorhergesagten Kosten je neu abgedeckter Nichtnull gewählt, mit Zurückziehen (STile).</translation>
    </message>
    <message>
        <source>Block-pruned weights</source>
        <translation>Blockweise beschnittene Gewichte</translation>
    </message>
    <message>
        <source>Blocks and runs</source>
        <translation>Blöcke und Läufe</translation>
    </message>
    <message>
        <source>Blocks of 2 x 2</source>
        <translation>Blöcke von 2 x 2</translation>
    </message>
    <message>
        <source>Both axes: single places</source>
        <translation>Beide Achsen: einzelne Stellen</translation>
    </message>
    <message>
        <source>Both axes: small blocks</source>
        <translation>Beide Achsen: kleine Blöcke</translation>
    </message>
    <message>
        <source>Buckets k</source>
        <translation>Buckets k</translation>
    </message>
    <message>
        <source>Butterfly</source>
        <translation>Butterfly</translation>
    </message>
    <message>
        <source>CSR of those rows that hold something, and which rows these are. Good when most rows are empty.</source>
        <translation>CSR derjenigen Zeilen, die etwas enthalten, und welche das sind. Gut, wenn die meisten Zeilen leer sind.</translation>
    </message>
    <message>
        <source>CSR, a thread a row</source>
        <translation>CSR, ein Thread je Zeile</translation>
    </message>
    <message>
        <source>CSR, a warp a row</source>
        <translation>CSR, ein Warp je Zeile</translation>
    </message>
    <message>
        <source>CSR, rows padded</source>
        <translation>CSR, Zeilen aufgefüllt</translation>
    </message>
    <message>
        <source>CSR: figures 3, 4, 7-10</source>
        <translation>CSR: Abbildungen 3, 4, 7-10</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>Choose anew</source>
        <translation>Neu wählen</translation>
    </message>
    <message>
        <source>Chung-Lu graph</source>
        <translation>Chung-Lu-Graph</translation>
    </message>
    <message>
        <source>Column parts</source>
        <translation>Spaltenteile</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Columns are gathered: axis k</source>
        <translation>Spalten eingesammelt: Achse k</translation>
    </message>
    <message>
        <source>Columns in stripes</source>
        <translation>Spalten in Streifen</translation>
    </message>
    <message>
        <source>Columns of a block.</source>
        <translation>Spalten eines Blocks.</translation>
    </message>
    <message>
        <source>Communities</source>
        <translation>Gemeinschaften</translation>
    </message>
    <message>
        <source>Competitors</source>
        <translation>Konkurrenten</translation>
    </message>
    <message>
        <source>Compression</source>
        <translation>Kompression</translation>
    </message>
    <message>
        <source>Compute rows, columns and offsets from their index where they follow a function, and store the others as narrow as they are (AlphaSparse section V-D).</source>
        <translation>Zeilen, Spalten und Offsets aus ihrem Index berechnen, wo sie einer Funktion folgen, und die anderen so schmal speichern, wie sie sind (AlphaSparse Abschnitt V-D).</translation>
    </message>
    <message>
        <source>Condensed blocks: 2, 1, 2</source>
        <translation>Verdichtete Blöcke: 2, 1, 2</translation>
    </message>
    <message>
        <source>Converting rows that were added to in float32, beyond the launch.</source>
        <translation>Konvertieren von Zeilen, auf die in float32 addiert wurde, über den Start hinaus.</translation>
    </message>
    <message>
        <source>Convolution over a surface</source>
        <translation>Faltung über eine Oberfläche</translation>
    </message>
    <message>
        <source>Convolution: rows, and x</source>
        <translation>Faltung: Zeilen, und x</translation>
    </message>
    <message>
        <source>Copies the part of x that a stripe reads to shared memory first.</source>
        <translation>Kopiert den Teil von x, den ein Streifen liest, zuerst ins Shared Memory.</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Cuts a branch between rows: at some, by classes of length, or where lengths change.</source>
        <translation>Schneidet einen Zweig zwischen Zeilen: an bestimmten, nach Längenklassen, oder wo sich Längen ändern.</translation>
    </message>
    <message>
        <source>Cuts a branch into stripes of columns: the part of x that a stripe reads is short.</source>
        <translation>Schneidet einen Zweig in Spaltenstreifen: der Teil von x, den ein Streifen liest, ist kurz.</translation>
    </message>
    <message>
        <source>Cuts every row: its first non-zeros, and the rest (HYB).</source>
        <translation>Schneidet jede Zeile: ihre ersten Nichtnullen, und der Rest (HYB).</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>Edges of four types</source>
        <translation>Kanten von vier Typen</translation>
    </message>
    <message>
        <source>Eight voxels</source>
        <translation>Acht Voxel</translation>
    </message>
    <message>
        <source>Evaluations</source>
        <translation>Auswertungen</translation>
    </message>
    <message>
        <source>Evaluator</source>
        <translation>Wer bewertet</translation>
    </message>
    <message>
        <source>Every diagonal that holds something, whole. No column is stored: it follows from the diagonal.</source>
        <translation>Jede Diagonale, die etwas enthält, ganz. Keine Spalte wird gespeichert: sie folgt aus der Diagonale.</translation>
    </message>
    <message>
        <source>Every place of every row, zeros too. Nothing but values is stored, and everything is multiplied.</source>
        <translation>Jede Stelle jeder Zeile, auch Nullen. Nur Werte werden gespeichert, und alles wird multipliziert.</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Experts a token</source>
        <translation>Experten je Token</translation>
    </message>
    <message>
        <source>Figure 1</source>
        <translation>Abbildung 1</translation>
    </message>
    <message>
        <source>Figure 21: each place is multiplied first</source>
        <translation>Abb. 21: jede Stelle zuerst multipliziert</translation>
    </message>
    <message>
        <source>Figure 21: the width is summed first</source>
        <translation>Abb. 21: die Breite zuerst summiert</translation>
    </message>
    <message>
        <source>Figure 22: a sparse convolution</source>
        <translation>Abb. 22: eine dünnbesetzte Faltung</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Anpassung</translation>
    </message>
    <message>
        <source>Five-point stencil</source>
        <translation>Fünf-Punkte-Stern</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>Formats by rules of your own: each takes the non-zeros that its predicate holds for of what those before it left (SparseTIR appendix A).</source>
        <translation>Formate nach eigenen Regeln: jede nimmt von dem, was die vorigen übrig ließen, die Nichtnullen, für die ihr Prädikat gilt (SparseTIR Anhang A).</translation>
    </message>
    <message>
        <source>From when the mean SM has nothing left until the last block ends.</source>
        <translation>Ab wann der mittlere SM nichts mehr hat, bis der letzte Block endet.</translation>
    </message>
    <message>
        <source>Gather</source>
        <translation>Gather</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Graph with typed edges</source>
        <translation>Graph mit typisierten Kanten</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>How formats follow from six steps.</source>
        <translation>Wie Formate aus sechs Schritten folgen.</translation>
    </message>
    <message>
        <source>How many steps of the schedule are applied.</source>
        <translation>Wie viele Schritte des Schedules angewendet sind.</translation>
    </message>
    <message>
        <source>I speaks of coordinates, II of positions, III of offsets in arrays.</source>
        <translation>I spricht von Koordinaten, II von Positionen, III von Offsets in Arrays.</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>Index from</source>
        <translation>Index aus</translation>
    </message>
    <message>
        <source>Iteration space</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Layout</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>Level</translation>
    </message>
    <message>
        <source>LiteForm&apos;s CELL: columns in partitions, rows of each in buckets of powers of two whose widest is found by a model of memory accesses, ELL tiles of like work; plain CSR or BSR where that is predicted to be faster.</source>
        <translation>LiteForms CELL: Spalten in Partitionen, die Zeilen jeder in Buckets von Zweierpotenzen, deren breitester nach einem Modell der Speicherzugriffe gefunden wird, ELL-Tiles mit ähnlich viel Arbeit; einfaches CSR oder BSR, wo es laut Vorhersage schneller ist.</translation>
    </message>
    <message>
        <source>LiteForm&apos;s predictors: of each candidate (CSR, BSR, dense, ELL, SR-BCRS, block, CELL with several numbers of partitions) a forest that learned from recorded runs says how much slower than the fastest it will be; the one that is expected to be the fastest is planned.</source>
        <translation>LiteForms Prädiktoren: zu jedem Kandidaten (CSR, BSR, dense, ELL, SR-BCRS, block, CELL mit mehreren Zahlen von Partitionen) sagt ein Wald, der aus aufgezeichneten Läufen lernte, wie viel langsamer als der schnellste er sein wird; geplant wird der, der als schnellster erwartet wird.</translation>
    </message>
    <message>
        <source>LiteForm&apos;s slide</source>
        <translation>LiteForms Folie</translation>
    </message>
    <message>
        <source>LiteForm: partitions of the columns, in each buckets of rows of like length, the widest chosen by a cost model.</source>
        <translation>LiteForm: Partitionen der Spalten, in jeder Buckets ähnlich langer Zeilen, der breiteste von einem Kostenmodell gewählt.</translation>
    </message>
    <message>
        <source>LiteForm: two trees by hand</source>
        <translation>LiteForm: zwei Bäume von Hand</translation>
    </message>
    <message>
        <source>LiteForm: widths of buckets</source>
        <translation>LiteForm: Breiten der Buckets</translation>
    </message>
    <message>
        <source>Local search</source>
        <translation>Lokale Suche</translation>
    </message>
    <message>
        <source>Local search ratio r</source>
        <translation>Verhältnis r der lokalen Suche</translation>
    </message>
    <message>
        <source>LogSparse mask</source>
        <translation>LogSparse-Maske</translation>
    </message>
    <message>
        <source>Long and short rows in turn</source>
        <translation>Abwechselnd lange und kurze Zeilen</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>Masken</translation>
    </message>
    <message>
        <source>Masks sampled</source>
        <translation>Masken der Stichprobe</translation>
    </message>
    <message>
        <source>Mixture of experts</source>
        <translation>Mixture of Experts</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Multiply by hand</source>
        <translation>Multiplizieren</translation>
    </message>
    <message>
        <source>Multiply first</source>
        <translation>Zuerst multiplizieren</translation>
    </message>
    <message>
        <source>Non-zeros</source>
        <translation>Nichtnullen</translation>
    </message>
    <message>
        <source>Non-zeros one after another, each with its row and its column, in pieces of one size; only the last is padded.</source>
        <translation>Nichtnullen eine nach der anderen, jede mit ihrer Zeile und Spalte, in gleich großen Stücken; nur das letzte wird aufgefüllt.</translation>
    </message>
    <message>
        <source>Of every non-zero its row, its column, its value. Nothing is padded, but every non-zero names its row again.</source>
        <translation>Von jeder Nichtnull ihre Zeile, ihre Spalte, ihr Wert. Nichts wird aufgefüllt, aber jede Nichtnull nennt ihre Zeile erneut.</translation>
    </message>
    <message>
        <source>One long row</source>
        <translation>Eine lange Zeile</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>Pads BMTs to the longest of those around them, or to a size, so that a loop has a fixed number of turns.</source>
        <translation>Füllt BMTs bis zum längsten um sie herum auf, oder bis zu einer Größe, damit eine Schleife eine feste Zahl von Durchgängen hat.</translation>
    </message>
    <message>
        <source>Partitions of the columns.</source>
        <translation>Partitionen der Spalten.</translation>
    </message>
    <message>
        <source>Parts of the dense loop</source>
        <translation>Teile der dichten Schleife</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Places of a row in the ELL part.</source>
        <translation>Stellen einer Zeile im ELL-Teil.</translation>
    </message>
    <message>
        <source>Places per non-zero</source>
        <translation>Stellen je Nichtnull</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Primitives</source>
        <translation>Primitive</translation>
    </message>
    <message>
        <source>Product: A&apos;s columns without B&apos;s rows</source>
        <translation>Produkt: Spalten von A ohne Zeilen von B</translation>
    </message>
    <message>
        <source>Product: rows, columns with B&apos;s rows</source>
        <translation>Produkt: Zeilen, Spalten mit Zeilen von B</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Pruned weights</source>
        <translation>Beschnittene Gewichte</translation>
    </message>
    <message>
        <source>Pruning</source>
        <translation>Pruning</translation>
    </message>
    <message>
        <source>R-MAT graph</source>
        <translation>R-MAT-Graph</translation>
    </message>
    <message>
        <source>Ragged batch</source>
        <translation>Ungleicher Batch</translation>
    </message>
    <message>
        <source>Relations</source>
        <translation>Relationen</translation>
    </message>
    <message>
        <source>Relations side by side: their tiles, what a block does with one, and a sparse convolution as relations.</source>
        <translation>Relationen nebeneinander: ihre Tiles, was ein Block mit einem tut, und eine dünnbesetzte Faltung als Relationen.</translation>
    </message>
    <message>
        <source>Results go to y: stored where a row has one writer, else added to zeros, or by the last one.</source>
        <translation>Ergebnisse gehen nach y: gespeichert, wo eine Zeile einen Schreibenden hat, sonst auf Nullen addiert, oder vom letzten.</translation>
    </message>
    <message>
        <source>Row after row: the column and the value of each non-zero, and where each row ends. Nothing is padded.</source>
        <translation>Zeile für Zeile: Spalte und Wert jeder Nichtnull, und wo jede Zeile endet. Nichts wird aufgefüllt.</translation>
    </message>
    <message>
        <source>Row orders</source>
        <translation>Zeilenordnungen</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Rows and columns in another order: what changes, and what does not.</source>
        <translation>Zeilen und Spalten anders angeordnet: was sich ändert, und was nicht.</translation>
    </message>
    <message>
        <source>Rows are gathered: axis m</source>
        <translation>Zeilen eingesammelt: Achse m</translation>
    </message>
    <message>
        <source>Rows are sorted by length within windows of σ, cut into slices of C rows, and each slice is padded to its own longest row. In a slice the first places of all rows come first, then the second ones: threads side by side read addresses side by side.</source>
        <translation>Zeilen werden in Fenstern von σ nach Länge sortiert, in Slices von C Zeilen geschnitten, und jeder Slice wird bis zu seiner eigenen längsten Zeile aufgefüllt. In einem Slice kommen erst die ersten Stellen aller Zeilen, dann die zweiten: benachbarte Threads lesen benachbarte Adressen.</translation>
    </message>
    <message>
        <source>Rows of a block.</source>
        <translation>Zeilen eines Blocks.</translation>
    </message>
    <message>
        <source>Rows of a slice: the threads that work side by side.</source>
        <translation>Zeilen eines Slices: die Threads, die nebeneinander arbeiten.</translation>
    </message>
    <message>
        <source>Rows of a stripe: the length of a vector.</source>
        <translation>Zeilen eines Streifens: die Länge eines Vektors.</translation>
    </message>
    <message>
        <source>Rows of a tile.</source>
        <translation>Zeilen eines Tiles.</translation>
    </message>
    <message>
        <source>Rows of a window and the columns that hold something there, stored dense, for tensor cores.</source>
        <translation>Zeilen eines Fensters und die Spalten, die dort etwas enthalten, dicht gespeichert, für Tensor Cores.</translation>
    </message>
    <message>
        <source>Rows of one length</source>
        <translation>Gleich lange Zeilen</translation>
    </message>
    <message>
        <source>Rows of unlike lengths</source>
        <translation>Ungleich lange Zeilen</translation>
    </message>
    <message>
        <source>Rows that are sorted by length together, a multiple of C. More: less padding, rows farther from home.</source>
        <translation>Zeilen, die gemeinsam nach Länge sortiert werden, ein Vielfaches von C. Mehr: weniger Padding, Zeilen weiter weg von ihrem Ort.</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>SDDMM fused: figure 8</source>
        <translation>SDDMM fusioniert: Abbildung 8</translation>
    </message>
    <message>
        <source>SDDMM: figure 6</source>
        <translation>SDDMM: Abbildung 6</translation>
    </message>
    <message>
        <source>SELL-4, rows sorted</source>
        <translation>SELL-4, Zeilen sortiert</translation>
    </message>
    <message>
        <source>SR-BCRS: figure 18</source>
        <translation>SR-BCRS: Abbildung 18</translation>
    </message>
    <message>
        <source>STile algorithm 2 on figure 1</source>
        <translation>STile Algorithmus 2 auf Abbildung 1</translation>
    </message>
    <message>
        <source>STile figure 1</source>
        <translation>STile Abbildung 1</translation>
    </message>
    <message>
        <source>STile figure 2: covers</source>
        <translation>STile Abbildung 2: Überdeckungen</translation>
    </message>
    <message>
        <source>STile figure 3: parts and levels</source>
        <translation>STile Abbildung 3: Teile und Level</translation>
    </message>
    <message>
        <source>STile figure 4</source>
        <translation>STile Abbildung 4</translation>
    </message>
    <message>
        <source>STile figure 6: withdrawal</source>
        <translation>STile Abbildung 6: Zurückziehen</translation>
    </message>
    <message>
        <source>Scattered micro-tiles go into dense tiles, are multiplied, and the sums go to their places.</source>
        <translation>Verstreute Micro-Tiles kommen in dichte Tiles, werden multipliziert, und die Summen gehen an ihre Stellen.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Search seed</source>
        <translation>Startwert der Suche</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Seven-point stencil</source>
        <translation>Sieben-Punkte-Stern</translation>
    </message>
    <message>
        <source>Share of runs</source>
        <translation>Anteil der Läufe</translation>
    </message>
    <message>
        <source>Shuffle</source>
        <translation>Mischen</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>Gleitendes Fenster</translation>
    </message>
    <message>
        <source>Small dense blocks on a grid: one column of it for a whole block, whose zeros are stored.</source>
        <translation>Kleine dichte Blöcke auf einem Raster: eine Spaltennummer für einen ganzen Block, dessen Nullen gespeichert werden.</translation>
    </message>
    <message>
        <source>Spacing</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>SparDA algorithm 2: pairings</source>
        <translation>SparDA Algorithmus 2: Paarungen</translation>
    </message>
    <message>
        <source>SparDA: micro-tiles that hold something are gathered into dense tiles on their way to shared memory; which, is chosen for masks that are not known yet. On one matrix: the tiles of this mask, and the rule that made them.</source>
        <translation>SparDA: Micro-Tiles, die etwas enthalten, werden auf dem Weg ins Shared Memory in dichte Tiles eingesammelt; welche, wird für noch unbekannte Masken gewählt. Bei einer Matrix: die Tiles dieser Maske, und die Regel, die sie machte.</translation>
    </message>
    <message>
        <source>Sparse attention</source>
        <translation>Dünnbesetzte Attention</translation>
    </message>
    <message>
        <source>SparseTIR&apos;s 3-D hyb(1, k): the rows of each relation in buckets of powers of two up to 2^k, longer rows folded; ELL tiles of like work, each of one relation, whose weights a block keeps.</source>
        <translation>SparseTIRs 3-D-hyb(1, k): die Zeilen jeder Relation in Buckets von Zweierpotenzen bis 2^k, längere Zeilen gefaltet; ELL-Tiles mit ähnlich viel Arbeit, jedes von einer Relation, deren Gewichte ein Block behält.</translation>
    </message>
    <message>
        <source>SparseTIR&apos;s hyb(c, k): columns in c partitions, rows of each in buckets of powers of two up to 2^k, longer rows folded; ELL tiles of like work.</source>
        <translation>SparseTIRs hyb(c, k): Spalten in c Partitionen, die Zeilen jeder in Buckets von Zweierpotenzen bis 2^k, längere Zeilen gefaltet; ELL-Tiles mit ähnlich viel Arbeit.</translation>
    </message>
    <message>
        <source>SparseTIR&apos;s programs in three stages, statement by statement, on the arrays that they read.</source>
        <translation>SparseTIRs Programme in drei Stufen, Anweisung für Anweisung, auf den Arrays, die sie lesen.</translation>
    </message>
    <message>
        <source>SparseTIR: columns in c partitions, the rows of each by length into buckets of widths 1, 2, 4 ... 2^k, each an ELL. Longer rows are folded. Every block of 2^k places is one thread block.</source>
        <translation>SparseTIR: Spalten in c Partitionen, die Zeilen jeder nach Länge in Buckets der Breiten 1, 2, 4 ... 2^k, jeder ein ELL. Längere Zeilen werden gefaltet. Jeder Block von 2^k Stellen ist ein Threadblock.</translation>
    </message>
    <message>
        <source>Splits off diagonals with a non-zero in so many percent of the rows: a place in every row, whose column need not be stored.</source>
        <translation>Spaltet Diagonalen mit einer Nichtnull in so viel Prozent der Zeilen ab: eine Stelle in jeder Zeile, deren Spalte nicht gespeichert werden muss.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Steps of a search with small costs, the arithmetic written out.</source>
        <translation>Schritte einer Suche mit kleinen Kosten, die Rechnung ausgeschrieben.</translation>
    </message>
    <message>
        <source>Stores rows by classes of length, the longest first, in the file&apos;s order within a class.</source>
        <translation>Speichert Zeilen nach Längenklassen, die längsten zuerst, in einer Klasse in der Ordnung der Datei.</translation>
    </message>
    <message>
        <source>Stores rows by falling length within windows: what was near stays near.</source>
        <translation>Speichert Zeilen in Fenstern nach fallender Länge: was nah war, bleibt nah.</translation>
    </message>
    <message>
        <source>Stores rows by falling length: neighbours are of like length, so little is padded.</source>
        <translation>Speichert Zeilen nach fallender Länge: Nachbarn sind ähnlich lang, also wird wenig aufgefüllt.</translation>
    </message>
    <message>
        <source>Stores the non-zeros alone; rows without any leave, and their results are zeroed.</source>
        <translation>Speichert nur die Nichtnullen; Zeilen ohne welche gehen, und ihre Ergebnisse werden auf null gesetzt.</translation>
    </message>
    <message>
        <source>Stores the places of neighbouring BMTs side by side: lanes read one after another.</source>
        <translation>Speichert die Stellen benachbarter BMTs nebeneinander: Lanes lesen eine nach der anderen.</translation>
    </message>
    <message>
        <source>Stores the rows of each BMTB by falling length.</source>
        <translation>Speichert die Zeilen jedes BMTB nach fallender Länge.</translation>
    </message>
    <message>
        <source>Strided mask</source>
        <translation>Strided-Maske</translation>
    </message>
    <message>
        <source>Stripes of t rows; in a stripe only the columns that hold something, as vectors of t values, one column number each. The vectors of a stripe are padded to groups of q, which a tensor core takes at once.</source>
        <translation>Streifen von t Zeilen; darin nur die Spalten, die etwas enthalten, als Vektoren von t Werten mit je einer Spaltennummer. Die Vektoren eines Streifens werden zu Gruppen von q aufgefüllt, die ein Tensor Core auf einmal nimmt.</translation>
    </message>
    <message>
        <source>The call less all other parts: what none of them explains. Below 0, parts that were measured apart overlap.</source>
        <translation>Der Aufruf ohne alle anderen Teile: was keiner von ihnen erklärt. Unter 0 überlappen einzeln gemessene Teile.</translation>
    </message>
    <message>
        <source>The fastest format and kernel that a search among graphs finds: known designs, structures by annealing, parameters on a grid, finer ones by a fit, each measured where there is a GPU (AlphaSparse section VI).</source>
        <translation>Das schnellste Format mit Kernel, das eine Suche unter Graphen findet: bekannte Entwürfe, Strukturen durch Annealing, Parameter auf einem Raster, feinere durch eine Anpassung, jeder gemessen, wo es eine GPU gibt (AlphaSparse Abschnitt VI).</translation>
    </message>
    <message>
        <source>The fastest plan of those that the other planners make: the best seven, plain CSR, dense, and for SpMV what alphasparse finds, are measured where there is a GPU to ask, else the cost model predicts which it is.</source>
        <translation>Der schnellste der Pläne, welche die anderen Planer machen: die besten sieben, einfaches CSR, dense, und für SpMV, was alphasparse findet, werden gemessen, wo es eine GPU gibt, sonst sagt das Kostenmodell vorher, welcher es ist.</translation>
    </message>
    <message>
        <source>The fused kernel&apos;s sub-tasks at the rate of a full GPU (saturated), spread evenly over the SMs.</source>
        <translation>Die Teilaufgaben des fusionierten Kernels im Tempo einer vollen GPU (gesättigt), gleichmäßig auf die SMs verteilt.</translation>
    </message>
    <message>
        <source>The fused kernel, not taken apart, beyond its launch.</source>
        <translation>Der fusionierte Kernel, nicht zerlegt, über seinen Start hinaus.</translation>
    </message>
    <message>
        <source>The lists in another order, as blocks may have found the members</source>
        <translation>Die Listen in anderer Ordnung, wie Blöcke die Mitglieder gefunden haben könnten</translation>
    </message>
    <message>
        <source>The points of the loops, and which tile owns them.</source>
        <translation>Die Punkte der Schleifen, und welchem Tile sie gehören.</translation>
    </message>
    <message>
        <source>The rest of the time in which the mean SM has a block on it: it waits, and too few blocks hide it.</source>
        <translation>Der Rest der Zeit, in der der mittlere SM einen Block hat: er wartet, und zu wenige Blöcke verdecken es.</translation>
    </message>
    <message>
        <source>The same number of blocks for every block row; -1 stands for a block that is not there.</source>
        <translation>Für jede Blockzeile gleich viele Blöcke; -1 steht für einen Block, den es nicht gibt.</translation>
    </message>
    <message>
        <source>The same number of places for every row; short rows are padded. No row pointers, and a thread finds its places by counting.</source>
        <translation>Für jede Zeile gleich viele Stellen; kurze Zeilen werden aufgefüllt. Keine Zeilenzeiger, und ein Thread findet seine Stellen durch Zählen.</translation>
    </message>
    <message>
        <source>The widest bucket holds rows of 2^k places; the paper takes ceil(log2(non-zeros a row)).</source>
        <translation>Der breiteste Bucket enthält Zeilen von 2^k Stellen; das Paper nimmt ceil(log2(Nichtnullen je Zeile)).</translation>
    </message>
    <message>
        <source>Threads: section 3.3.2</source>
        <translation>Threads: Abschnitt 3.3.2</translation>
    </message>
    <message>
        <source>Three diagonals</source>
        <translation>Drei Diagonalen</translation>
    </message>
    <message>
        <source>Three voxels</source>
        <translation>Drei Voxel</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Vectors of a group.</source>
        <translation>Vektoren einer Gruppe.</translation>
    </message>
    <message>
        <source>What each format stores, filled element by element as its encoder runs.</source>
        <translation>Was jedes Format speichert, Element für Element gefüllt, während sein Encoder läuft.</translation>
    </message>
    <message>
        <source>What empty kernels in the place of this call&apos;s take.</source>
        <translation>Was leere Kernel an der Stelle derer dieses Aufrufs dauern.</translation>
    </message>
    <message>
        <source>Which axes of a product may be in another order: drag rows and columns.</source>
        <translation>Welche Achsen eines Produkts anders angeordnet sein dürfen: Zeilen und Spalten ziehen.</translation>
    </message>
    <message>
        <source>Which thread computes what, which addresses a warp touches, who waits.</source>
        <translation>Welcher Thread was berechnet, welche Adressen ein Warp berührt, wer wartet.</translation>
    </message>
    <message>
        <source>Widest ELL row</source>
        <translation>Breiteste ELL-Zeile</translation>
    </message>
    <message>
        <source>Widest bucket</source>
        <translation>Breitester Bucket</translation>
    </message>
    <message>
        <source>Width of the widest bucket.</source>
        <translation>Breite des breitesten Buckets.</translation>
    </message>
    <message>
        <source>Withdrawal</source>
        <translation>Zurückziehen</translation>
    </message>
    <message>
        <source>Zeroing rows of the output that several tiles add to, or that none writes, beyond the launch.</source>
        <translation>Nullsetzen von Ausgabezeilen, auf die mehrere Tiles addieren oder die keines schreibt, über den Start hinaus.</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>conversion</source>
        <translation>Konvertierung</translation>
    </message>
    <message>
        <source>height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>hyb(2, 2): figure 11</source>
        <translation>hyb(2, 2): Abbildung 11</translation>
    </message>
    <message>
        <source>imbalance and tail</source>
        <translation>Ungleichheit und Auslauf</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>lanes over columns of B</source>
        <translation>Lanes über Spalten von B</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>left</source>
        <translation>Rest</translation>
    </message>
    <message>
        <source>partitions</source>
        <translation>Partitionen</translation>
    </message>
    <message>
        <source>row-grouped CSR</source>
        <translation>zeilengruppiertes CSR</translation>
    </message>
    <message>
        <source>row-grouped CSR, added in global memory</source>
        <translation>zeilengruppiertes CSR, global addiert</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>schedule</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>tensor core</source>
        <translation>Tensor Core</translation>
    </message>
    <message>
        <source>the same, the ELL part row-major</source>
        <translation>ebenso, der ELL-Teil zeilenweise</translation>
    </message>
    <message>
        <source>thread a non-zero</source>
        <translation>ein Thread je Nichtnull</translation>
    </message>
    <message>
        <source>thread a place</source>
        <translation>ein Thread je Stelle</translation>
    </message>
    <message>
        <source>thread a row</source>
        <translation>ein Thread je Zeile</translation>
    </message>
    <message>
        <source>thread a row of a bucket</source>
        <translation>ein Thread je Zeile eines Buckets</translation>
    </message>
    <message>
        <source>thread a row, column-major</source>
        <translation>ein Thread je Zeile, spaltenweise</translation>
    </message>
    <message>
        <source>thread a row, row-major</source>
        <translation>ein Thread je Zeile, zeilenweise</translation>
    </message>
    <message>
        <source>thread a row, then a thread a non-zero</source>
        <translation>Thread je Zeile, dann Thread je Nichtnull</translation>
    </message>
    <message>
        <source>warp a block row</source>
        <translation>ein Warp je Blockzeile</translation>
    </message>
    <message>
        <source>warp a row</source>
        <translation>ein Warp je Zeile</translation>
    </message>
    <message>
        <source>width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>zeroing</source>
        <translation>Nullsetzen</translation>
    </message>
</context>
</TS>
