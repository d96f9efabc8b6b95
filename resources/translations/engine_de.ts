<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>engine</name>
    <message>
        <source>1, 2 or 4: lengths grow as this power of a uniform number</source>
        <translation>1, 2 oder 4: Längen wachsen wie diese Potenz einer gleichverteilten Zahl</translation>
    </message>
    <message>
        <source>1D: 3, 6, 4, 2</source>
        <translation>1D: 3, 6, 4, 2</translation>
    </message>
    <message>
        <source>27-point stencil</source>
        <translation>27-Punkte-Stern</translation>
    </message>
    <message>
        <source>3 x 3 x 3 between the voxels, or 2 x 2 x 2 to half the size or back</source>
        <translation>3 x 3 x 3 zwischen den Voxeln, oder 2 x 2 x 2 auf die halbe Größe oder zurück</translation>
    </message>
    <message>
        <source>8 or 16; 0 lets the cost model choose.</source>
        <translation>8 oder 16; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>A bit for every place, 32 to a word, and the values of those that are set, packed. Which value belongs to a bit follows from the bits before it: popcount. Good where a tenth of the places or more hold something.</source>
        <translation>Ein Bit für jede Stelle, 32 in einem Wort, und die Werte derer, die gesetzt sind, gepackt. Welcher Wert zu einem Bit gehört, folgt aus den Bits davor: popcount. Gut, wo ein Zehntel der Stellen oder mehr etwas enthält.</translation>
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
        <source>A graph as JSON: nodes that order and cut rows and columns, deal them to thread blocks, warps and threads, and reduce (AlphaSparse table II); on the command line the file that holds it, or none: a thread a row.</source>
        <translation>Ein Graph als JSON: Knoten, die Zeilen und Spalten ordnen und schneiden, sie an Threadblöcke, Warps und Threads austeilen und reduzieren (AlphaSparse Tabelle II); auf der Kommandozeile die Datei, die ihn enthält, oder keine: ein Thread je Zeile.</translation>
    </message>
    <message>
        <source>A list of rules as JSON: format, parameters or choose, take (SparseTIR appendix A); on the command line the file that holds it.</source>
        <translation>Eine Liste von Regeln als JSON: format, parameters oder choose, take (SparseTIR Anhang A); auf der Kommandozeile die Datei, die sie enthält.</translation>
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
        <source>A round takes every candidate whose average cost is at most r times the best (STile 3.3).</source>
        <translation>Eine Runde nimmt jeden Kandidaten, dessen mittlere Kosten höchstens das r-Fache der besten sind (STile 3.3).</translation>
    </message>
    <message>
        <source>A round takes many candidates at once; its best alone would be far slower (STile 5.3.2).</source>
        <translation>Eine Runde nimmt viele Kandidaten auf einmal; nur den besten zu nehmen wäre weit langsamer (STile 5.3.2).</translation>
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
        <source>Activations behind a ReLU: each input has neurons that fire often, and rows of a group fire together (SparDA 2).</source>
        <translation>Aktivierungen hinter einem ReLU: jede Eingabe hat Neuronen, die oft feuern, und Zeilen einer Gruppe feuern zusammen (SparDA 2).</translation>
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
        <source>After so many masks choose anew, by the last one; 0: never.</source>
        <translation>Nach so vielen Masken neu wählen, nach der letzten; 0: nie.</translation>
    </message>
    <message>
        <source>All formats of the matrix as small pictures, those of few bytes first.</source>
        <translation>Alle Formate der Matrix als kleine Bilder, die mit wenigen Bytes zuerst.</translation>
    </message>
    <message>
        <source>All of the matrix as 1d, with the best of a few parameters by predicted cost.</source>
        <translation>Die ganze Matrix als 1d, mit den nach vorhergesagten Kosten besten von einigen Parametern.</translation>
    </message>
    <message>
        <source>All of the matrix as CELL, with LiteForm&apos;s widths and the best of a few numbers of partitions by predicted cost.</source>
        <translation>Die ganze Matrix als CELL, mit LiteForms Breiten und der nach vorhergesagten Kosten besten von einigen Anzahlen von Partitionen.</translation>
    </message>
    <message>
        <source>All of the matrix as bell, with the best of a few parameters by predicted cost.</source>
        <translation>Die ganze Matrix als bell, mit den nach vorhergesagten Kosten besten von einigen Parametern.</translation>
    </message>
    <message>
        <source>All of the matrix as block, with the best of a few parameters by predicted cost.</source>
        <translation>Die ganze Matrix als block, mit den nach vorhergesagten Kosten besten von einigen Parametern.</translation>
    </message>
    <message>
        <source>All of the matrix as bsr, with the best of a few parameters by predicted cost.</source>
        <translation>Die ganze Matrix als bsr, mit den nach vorhergesagten Kosten besten von einigen Parametern.</translation>
    </message>
    <message>
        <source>All of the matrix as coo, with the best of a few parameters by predicted cost.</source>
        <translation>Die ganze Matrix als coo, mit den nach vorhergesagten Kosten besten von einigen Parametern.</translation>
    </message>
    <message>
        <source>All of the matrix as csr, with the best of a few parameters by predicted cost.</source>
        <translation>Die ganze Matrix als csr, mit den nach vorhergesagten Kosten besten von einigen Parametern.</translation>
    </message>
    <message>
        <source>All of the matrix as dbsr, with the best of a few parameters by predicted cost.</source>
        <translation>Die ganze Matrix als dbsr, mit den nach vorhergesagten Kosten besten von einigen Parametern.</translation>
    </message>
    <message>
        <source>All of the matrix as dcsr, with the best of a few parameters by predicted cost.</source>
        <translation>Die ganze Matrix als dcsr, mit den nach vorhergesagten Kosten besten von einigen Parametern.</translation>
    </message>
    <message>
        <source>All of the matrix as dense, with the best of a few parameters by predicted cost.</source>
        <translation>Die ganze Matrix als dense, mit den nach vorhergesagten Kosten besten von einigen Parametern.</translation>
    </message>
    <message>
        <source>All of the matrix as dia, with the best of a few parameters by predicted cost.</source>
        <translation>Die ganze Matrix als dia, mit den nach vorhergesagten Kosten besten von einigen Parametern.</translation>
    </message>
    <message>
        <source>All of the matrix as ell, with the best of a few parameters by predicted cost.</source>
        <translation>Die ganze Matrix als ell, mit den nach vorhergesagten Kosten besten von einigen Parametern.</translation>
    </message>
    <message>
        <source>All of the matrix as hyb, with the best of a few parameters by predicted cost.</source>
        <translation>Die ganze Matrix als hyb, mit den nach vorhergesagten Kosten besten von einigen Parametern.</translation>
    </message>
    <message>
        <source>All of the matrix as sell, with the best of a few parameters by predicted cost.</source>
        <translation>Die ganze Matrix als sell, mit den nach vorhergesagten Kosten besten von einigen Parametern.</translation>
    </message>
    <message>
        <source>All of the matrix as srbcrs, with the best of a few parameters by predicted cost.</source>
        <translation>Die ganze Matrix als srbcrs, mit den nach vorhergesagten Kosten besten von einigen Parametern.</translation>
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
        <source>Attention mask of LogSparse: every position sees those 1, 2, 4, 8 ... away (STile table 4: 4,096 rows, 90,115 non-zeros).</source>
        <translation>Attention-Maske von LogSparse: jede Position sieht die, die 1, 2, 4, 8 ... entfernt sind (STile Tabelle 4: 4,096 Zeilen, 90,115 Nichtnullen).</translation>
    </message>
    <message>
        <source>Attention masks that differ from input to input: a window with new global tokens (longformer), blocks with new random ones (bigbird), the best keys of each query (topk), related bars of a piece of music (museformer).</source>
        <translation>Attention-Masken, die von Eingabe zu Eingabe verschieden sind: ein Fenster mit neuen globalen Tokens (longformer), Blöcke mit neuen zufälligen (bigbird), die besten Keys jeder Query (topk), verwandte Takte eines Musikstücks (museformer).</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>Achsen</translation>
    </message>
    <message>
        <source>BK</source>
        <translation>BK</translation>
    </message>
    <message>
        <source>BM</source>
        <translation>BM</translation>
    </message>
    <message>
        <source>BSR</source>
        <translation>BSR</translation>
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
        <source>BSR: 2, 2</source>
        <translation>BSR: 2, 2</translation>
    </message>
    <message>
        <source>BSR: dense, compressed, dense, dense</source>
        <translation>BSR: dense, compressed, dense, dense</translation>
    </message>
    <message>
        <source>Band</source>
        <translation>Band</translation>
    </message>
    <message>
        <source>Band along the diagonal, the sliding window of Longformer (SparseTIR section 4.3.1: 4,096 rows, band 256).</source>
        <translation>Band entlang der Diagonale, das gleitende Fenster von Longformer (SparseTIR Abschnitt 4.3.1: 4,096 Zeilen, Band 256).</translation>
    </message>
    <message>
        <source>Batches of sequences of different lengths, each padded to the longest: the rows of its tokens are full, the others are empty (SparDA 2).</source>
        <translation>Batches von Folgen verschiedener Länge, jede bis zur längsten aufgefüllt: die Zeilen ihrer Tokens sind voll, die anderen leer (SparDA 2).</translation>
    </message>
    <message>
        <source>Begin the draws here.</source>
        <translation>Die Zufallszahlen hier beginnen.</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Block butterfly of Pixelated Butterfly: full blocks at (i, i) and (i, i xor 2^k) (SparseTIR section 4.3.1: 4,096 rows, block 16).</source>
        <translation>Block-Butterfly von Pixelated Butterfly: volle Blöcke bei (i, i) und (i, i xor 2^k) (SparseTIR Abschnitt 4.3.1: 4,096 Zeilen, Block 16).</translation>
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
        <source>Blocks are cut from these orders of the rows: none, rows, both (STile 3.1).</source>
        <translation>Blöcke werden aus diesen Anordnungen der Zeilen geschnitten: none, rows, both (STile 3.1).</translation>
    </message>
    <message>
        <source>Blocks beside</source>
        <translation>Blöcke daneben</translation>
    </message>
    <message>
        <source>Blocks may replace tiles that were chosen before (STile 3.3, algorithm 2, lines 8 to 11).</source>
        <translation>Blöcke dürfen Tiles ersetzen, die vorher gewählt wurden (STile 3.3, Algorithmus 2, Zeilen 8 bis 11).</translation>
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
        <source>Buckets of widths 1, 2 ... 2^k; longer rows are folded</source>
        <translation>Buckets der Breiten 1, 2 ... 2^k; längere Zeilen werden gefaltet</translation>
    </message>
    <message>
        <source>Butterfly</source>
        <translation>Butterfly</translation>
    </message>
    <message>
        <source>C</source>
        <translation>C</translation>
    </message>
    <message>
        <source>COO</source>
        <translation>COO</translation>
    </message>
    <message>
        <source>COO: compressed non-unique, singleton</source>
        <translation>COO: compressed non-unique, singleton</translation>
    </message>
    <message>
        <source>CSC of those columns that hold something, and which columns these are. Good for parts of a matrix in which most columns are empty.</source>
        <translation>CSC der Spalten, die etwas enthalten, und welche Spalten das sind. Gut für Teile einer Matrix, in denen die meisten Spalten leer sind.</translation>
    </message>
    <message>
        <source>CSC: dense, compressed, columns first</source>
        <translation>CSC: dense, compressed, Spalten zuerst</translation>
    </message>
    <message>
        <source>CSF of three axes: compressed, compressed, compressed</source>
        <translation>CSF aus drei Achsen: compressed, compressed, compressed</translation>
    </message>
    <message>
        <source>CSR (naive)</source>
        <translation>CSR (naiv)</translation>
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
        <source>CSR5</source>
        <translation>CSR5</translation>
    </message>
    <message>
        <source>CSR: dense, compressed</source>
        <translation>CSR: dense, compressed</translation>
    </message>
    <message>
        <source>CSR: figures 3, 4, 7-10</source>
        <translation>CSR: Abbildungen 3, 4, 7-10</translation>
    </message>
    <message>
        <source>Candidates are made anew from what is left this many times; 0 is without limit (STile definition 7, 5.5).</source>
        <translation>So oft werden Kandidaten aus dem, was übrig ist, neu gebildet; 0 ist ohne Grenze (STile Definition 7, 5.5).</translation>
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
        <source>Choose the graphs of the fine grid by ridge regression, or by XGBoost&apos;s trees; those are in sparsescope-cli alone, where it was built with them.</source>
        <translation>Die Graphen des feinen Gitters durch Ridge-Regression wählen, oder durch XGBoosts Bäume; diese hat nur sparsescope-cli, wo es mit ihnen gebaut wurde.</translation>
    </message>
    <message>
        <source>Chung-Lu graph</source>
        <translation>Chung-Lu-Graph</translation>
    </message>
    <message>
        <source>Column after column: the row and the value of each non-zero, and where each column ends. The CSR of the transposed matrix.</source>
        <translation>Spalte für Spalte: Zeile und Wert jeder Nichtnull, und wo jede Spalte endet. Das CSR der transponierten Matrix.</translation>
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
        <source>Columns of A that a dense tile holds</source>
        <translation>Spalten von A, die ein dichtes Tile enthält</translation>
    </message>
    <message>
        <source>Columns of B, or of X and Y: one is a vector x</source>
        <translation>Spalten von B, oder von X und Y: eine ist ein Vektor x</translation>
    </message>
    <message>
        <source>Columns of a block</source>
        <translation>Spalten eines Blocks</translation>
    </message>
    <message>
        <source>Columns of a block.</source>
        <translation>Spalten eines Blocks.</translation>
    </message>
    <message>
        <source>Columns of a micro-tile: a multiple of BK that divides the row</source>
        <translation>Spalten eines Micro-Tiles: ein Vielfaches von BK, das die Zeile teilt</translation>
    </message>
    <message>
        <source>Columns of a micro-tile: they divide BK</source>
        <translation>Spalten eines Micro-Tiles: sie teilen BK</translation>
    </message>
    <message>
        <source>Columns of the dense operands, the loop k.</source>
        <translation>Spalten der dichten Operanden, die Schleife k.</translation>
    </message>
    <message>
        <source>Communities</source>
        <translation>Gemeinschaften</translation>
    </message>
    <message>
        <source>Community</source>
        <translation>Gemeinschaft</translation>
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
        <source>DCSC: compressed, compressed, columns first</source>
        <translation>DCSC: compressed, compressed, Spalten zuerst</translation>
    </message>
    <message>
        <source>DCSR: compressed, compressed</source>
        <translation>DCSR: compressed, compressed</translation>
    </message>
    <message>
        <source>Dense: dense, dense</source>
        <translation>Dense: dense, dense</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>Directed graph of communities, of vertices one after another, with most of its edges inside them (planted partition, Condon &amp; Karp 2001).</source>
        <translation>Gerichteter Graph aus Gemeinschaften aufeinanderfolgender Ecken, mit den meisten seiner Kanten in ihnen (Planted Partition, Condon &amp; Karp 2001).</translation>
    </message>
    <message>
        <source>Directed graph with few heavy vertices by recursive choice of a quarter, 57, 19, 19 and 5 % (Chakrabarti, Zhan, Faloutsos 2004).</source>
        <translation>Gerichteter Graph mit wenigen schweren Ecken durch rekursive Wahl eines Viertels, 57, 19, 19 und 5 % (Chakrabarti, Zhan, Faloutsos 2004).</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>Drift</translation>
    </message>
    <message>
        <source>ELL</source>
        <translation>ELL</translation>
    </message>
    <message>
        <source>ELL: 3, 5</source>
        <translation>ELL: 3, 5</translation>
    </message>
    <message>
        <source>ELL: dense, dense, singleton</source>
        <translation>ELL: dense, dense, singleton</translation>
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
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>End the search after so long, with the best graph; 0: with the evaluations. Where neither is given 20, 60 or 300 s by the non-zeros, without a GPU 20 s or 1,000 graphs.</source>
        <translation>Die Suche nach dieser Zeit beenden, mit dem besten Graphen; 0: mit den Auswertungen. Wo keines gegeben ist, 20, 60 oder 300 s je nach Nichtnullen, ohne GPU 20 s oder 1,000 Graphen.</translation>
    </message>
    <message>
        <source>End the search after so many graphs; 0: with the time. A search without a GPU that no time ends finds the same plan again, with any number of threads.</source>
        <translation>Die Suche nach so vielen Graphen beenden; 0: mit der Zeit. Eine Suche ohne GPU, die keine Zeit beendet, findet denselben Plan wieder, mit beliebig vielen Threads.</translation>
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
        <source>Features of X: columns of X, rows of each weight matrix</source>
        <translation>Features von X: Spalten von X, Zeilen jeder Gewichtsmatrix</translation>
    </message>
    <message>
        <source>Features of Y: columns of each weight matrix, and of Y</source>
        <translation>Features von Y: Spalten jeder Gewichtsmatrix und von Y</translation>
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
        <source>Full blocks along and beside the diagonal, crossed by runs in random rows or columns (STile figure 12, which names no sizes).</source>
        <translation>Volle Blöcke auf der Diagonale und daneben, gekreuzt von Läufen in zufälligen Zeilen oder Spalten (STile Abbildung 12, die keine Größen nennt).</translation>
    </message>
    <message>
        <source>Functional</source>
        <translation>Funktional</translation>
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
        <source>Graph of several relations, a slice each, which come in pairs of inverses: some give each vertex one edge at most, the others follow a power law (SparseTIR table 2, whose graphs the presets stand in for).</source>
        <translation>Graph mehrerer Relationen, je ein Slice, die in Paaren von Umkehrungen kommen: manche geben jeder Ecke höchstens eine Kante, die anderen folgen einem Potenzgesetz (SparseTIR Tabelle 2, für deren Graphen die Voreinstellungen stehen).</translation>
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
        <source>HYB</source>
        <translation>HYB</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>Verborgene</translation>
    </message>
    <message>
        <source>Hot</source>
        <translation>Heiß</translation>
    </message>
    <message>
        <source>How a matrix that stands alone lies in memory, dense: row by row, column by column, or as is best. Sequences say it themselves.</source>
        <translation>Wie eine Matrix, die allein steht, dicht im Speicher liegt: zeilenweise, spaltenweise, oder wie es am besten ist. Folgen sagen es selbst.</translation>
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
        <source>Inside</source>
        <translation>Innerhalb</translation>
    </message>
    <message>
        <source>Iteration space</source>
        <translation>Iteration</translation>
    </message>
    <message>
        <source>J</source>
        <translation>J</translation>
    </message>
    <message>
        <source>K</source>
        <translation>K</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>L</source>
        <translation>L</translation>
    </message>
    <message>
        <source>Laplacian of a cubic grid by the 27-point stencil, values 26 and -1.</source>
        <translation>Laplace-Operator eines Würfelgitters durch den 27-Punkte-Stern, Werte 26 und -1.</translation>
    </message>
    <message>
        <source>Laplacian of a cubic grid by the seven-point stencil, values 6 and -1.</source>
        <translation>Laplace-Operator eines Würfelgitters durch den Sieben-Punkte-Stern, Werte 6 und -1.</translation>
    </message>
    <message>
        <source>Laplacian of a square grid by the five-point stencil, values 4 and -1.</source>
        <translation>Laplace-Operator eines quadratischen Gitters durch den Fünf-Punkte-Stern, Werte 4 und -1.</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Layout</translation>
    </message>
    <message>
        <source>Leave out nodes that are known to be slow for such a matrix.</source>
        <translation>Knoten auslassen, die für eine solche Matrix als langsam bekannt sind.</translation>
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
        <source>Longer rows are split; a power of two, 0 chooses one that gives every SM about four tiles (STile 3.1).</source>
        <translation>Längere Zeilen werden geteilt; eine Zweierpotenz, 0 wählt eine, die jedem SM etwa vier Tiles gibt (STile 3.1).</translation>
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
        <source>Multiply the row of X of every place by the weights, and sum what that gives (SparseTIR, figure 21); else rows of X are summed first, which takes fewer products. tf32 always does.</source>
        <translation>Die Zeile von X jeder Stelle mit den Gewichten multiplizieren und summieren, was das ergibt (SparseTIR, Abbildung 21); sonst werden erst Zeilen von X summiert, was weniger Produkte braucht. tf32 tut es immer.</translation>
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
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Numbers c of column partitions to try, separated by commas; the plan is taken that the cost model predicts to be fastest (SparseTIR 4.2.1). Of large matrices a sample of rows says so, and numbers after one that is a tenth slower are left out.</source>
        <translation>Anzahlen c von Spaltenpartitionen, die versucht werden, durch Kommas getrennt; genommen wird der Plan, den das Kostenmodell als schnellsten vorhersagt (SparseTIR 4.2.1). Bei großen Matrizen sagt es eine Stichprobe der Zeilen, und Anzahlen nach einer, die ein Zehntel langsamer ist, entfallen.</translation>
    </message>
    <message>
        <source>Numbers of column partitions to try, separated by commas. LiteForm predicts the best by a random forest, as planner forest does; here the calibrated cost model does. Of large matrices a sample of rows says so, and numbers after one that is a tenth slower are left out.</source>
        <translation>Anzahlen von Spaltenpartitionen, die versucht werden, durch Kommas getrennt. LiteForm sagt die beste durch einen Random Forest vorher, wie es der Planer forest tut; hier tut es das kalibrierte Kostenmodell. Bei großen Matrizen sagt es eine Stichprobe der Zeilen, und Anzahlen nach einer, die ein Zehntel langsamer ist, entfallen.</translation>
    </message>
    <message>
        <source>Numbers of parts into which columns may be divided for ELL, as hyb does, separated by commas (STile 3.1).</source>
        <translation>Anzahlen von Teilen, in die Spalten für ELL geteilt werden dürfen, wie es hyb tut, durch Kommas getrennt (STile 3.1).</translation>
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
        <source>Operands are small numbers, and the results are seen as they are summed</source>
        <translation>Operanden sind kleine Zahlen, und die Ergebnisse sind zu sehen, wie sie summiert werden</translation>
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
        <source>Places in a block</source>
        <translation>Stellen in einem Block</translation>
    </message>
    <message>
        <source>Places of a row in the ELL part.</source>
        <translation>Stellen einer Zeile im ELL-Teil.</translation>
    </message>
    <message>
        <source>Places of a tile at most, whatever its width</source>
        <translation>Stellen eines Tiles höchstens, wie breit es auch ist</translation>
    </message>
    <message>
        <source>Places of one tile, a power of two; 0: of 64 to 512 what the cost model predicts to be fastest (SparseTIR&apos;s code has 32, on tensor cores 256).</source>
        <translation>Stellen eines Tiles, eine Zweierpotenz; 0: von 64 bis 512, was das Kostenmodell als schnellstes vorhersagt (SparseTIRs Code hat 32, auf Tensor Cores 256).</translation>
    </message>
    <message>
        <source>Places per non-zero</source>
        <translation>Stellen je Nichtnull</translation>
    </message>
    <message>
        <source>Plain CSR and BSR are planned too where a sample of rows says that they may be faster, and the fastest by the calibrated cost model is taken; LiteForm decides this by a random forest, as planner forest does.</source>
        <translation>Auch einfaches CSR und BSR werden geplant, wo eine Stichprobe der Zeilen sagt, dass sie schneller sein könnten, und genommen wird das schnellste nach dem kalibrierten Kostenmodell; LiteForm entscheidet das durch einen Random Forest, wie es der Planer forest tut.</translation>
    </message>
    <message>
        <source>Plan rows and columns in this order: as in the file; rows, columns or both, longest first; reverse Cuthill-McKee. The plan names them as the file does.</source>
        <translation>Zeilen und Spalten in dieser Anordnung planen: wie in der Datei; Zeilen, Spalten oder beide, die längsten zuerst; Reverse Cuthill-McKee. Der Plan nennt sie wie die Datei.</translation>
    </message>
    <message>
        <source>Planners to try, each with its own defaults, hyb and cell also in tiles of whole rows where plans are measured, separated by commas; those that plan the file&apos;s order alone where no other is asked for. Of RGMS it is always rgms.</source>
        <translation>Planer, die versucht werden, jeder mit seinen Voreinstellungen, hyb und cell auch in Tiles ganzer Zeilen, wo Pläne gemessen werden, durch Kommas getrennt; die, die nur die Anordnung der Datei planen, wo keine andere verlangt ist. Bei RGMS ist es immer rgms.</translation>
    </message>
    <message>
        <source>Plans of one format, of one level and of plain CSR are made too, and the cheapest is taken.</source>
        <translation>Auch Pläne eines Formats, eines Levels und von einfachem CSR werden gemacht, und der billigste wird genommen.</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Potenz</translation>
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
        <source>R</source>
        <translation>R</translation>
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
        <source>Relations of a sparse convolution over voxels of ground, boxes and poles, as a sensor among them sees them, a slice a kernel offset (SparseTIR section 4.4.2).</source>
        <translation>Relationen einer dünnbesetzten Faltung über Voxel von Boden, Kisten und Pfosten, wie ein Sensor zwischen ihnen sie sieht, je Kernel-Offset ein Slice (SparseTIR Abschnitt 4.4.2).</translation>
    </message>
    <message>
        <source>Relations side by side</source>
        <translation>Relationen nebeneinander</translation>
    </message>
    <message>
        <source>Relations side by side: their tiles, what a block does with one, and a sparse convolution as relations.</source>
        <translation>Relationen nebeneinander: ihre Tiles, was ein Block mit einem tut, und eine dünnbesetzte Faltung als Relationen.</translation>
    </message>
    <message>
        <source>Relations: slices of equal width that stand side by side</source>
        <translation>Relationen: Slices gleicher Breite, die nebeneinander stehen</translation>
    </message>
    <message>
        <source>Results go to y: stored where a row has one writer, else added to zeros, or by the last one.</source>
        <translation>Ergebnisse gehen nach y: gespeichert, wo eine Zeile einen Schreibenden hat, sonst auf Nullen addiert, oder vom letzten.</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>Platz</translation>
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
        <source>Rows are sorted by length; the first places of all rows are a jagged diagonal, the second ones of those that have one the next. Read side by side as ELL, and nothing is padded.</source>
        <translation>Zeilen werden nach Länge sortiert; die ersten Stellen aller Zeilen sind eine gezackte Diagonale, die zweiten derer, die eine haben, die nächste. Nebeneinander gelesen wie ELL, und nichts wird aufgefüllt.</translation>
    </message>
    <message>
        <source>Rows in a block</source>
        <translation>Zeilen in einem Block</translation>
    </message>
    <message>
        <source>Rows of a block</source>
        <translation>Zeilen eines Blocks</translation>
    </message>
    <message>
        <source>Rows of a block.</source>
        <translation>Zeilen eines Blocks.</translation>
    </message>
    <message>
        <source>Rows of a micro-tile: they divide BM</source>
        <translation>Zeilen eines Micro-Tiles: sie teilen BM</translation>
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
        <source>Rows of a word: its 32 bits are so many rows of 32 / height columns.</source>
        <translation>Zeilen eines Wortes: seine 32 Bits sind so viele Zeilen von 32 / Höhe Spalten.</translation>
    </message>
    <message>
        <source>Rows of one length</source>
        <translation>Gleich lange Zeilen</translation>
    </message>
    <message>
        <source>Rows of the dense tile</source>
        <translation>Zeilen des dichten Tiles</translation>
    </message>
    <message>
        <source>Rows of the widest bucket in one tile, a power of two; 0: 8, as SparseTIR&apos;s and LiteForm&apos;s code has (for SpMV 256); LiteForm&apos;s slides have 1.</source>
        <translation>Zeilen des breitesten Buckets in einem Tile, eine Zweierpotenz; 0: 8, wie es SparseTIRs und LiteForms Code hat (für SpMV 256); LiteForms Folien haben 1.</translation>
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
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Runs down</source>
        <translation>Läufe abwärts</translation>
    </message>
    <message>
        <source>SDDMM</source>
        <translation>SDDMM</translation>
    </message>
    <message>
        <source>SDDMM fused: figure 8</source>
        <translation>SDDMM fusioniert: Abbildung 8</translation>
    </message>
    <message>
        <source>SDDMM, a thread sums</source>
        <translation>SDDMM, ein Thread summiert</translation>
    </message>
    <message>
        <source>SDDMM, lanes over columns</source>
        <translation>SDDMM, Lanes über Spalten</translation>
    </message>
    <message>
        <source>SDDMM: figure 6</source>
        <translation>SDDMM: Abbildung 6</translation>
    </message>
    <message>
        <source>SELL-4</source>
        <translation>SELL-4</translation>
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
        <source>Sizes of the parts to try, separated by commas; empty: those that the calibration measured, for SDDMM the whole loop (STile definition 5). SpMV has none.</source>
        <translation>Größen der Teile, die versucht werden, durch Kommas getrennt; leer: die, die die Kalibrierung gemessen hat, für SDDMM die ganze Schleife (STile Definition 5). SpMV hat keine.</translation>
    </message>
    <message>
        <source>Skew</source>
        <translation>Schiefe</translation>
    </message>
    <message>
        <source>Slices of equal width, side by side: the third axis</source>
        <translation>Slices gleicher Breite, nebeneinander: die dritte Achse</translation>
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
        <source>So many masks of a sequence, evenly spread, decide (SparDA, algorithm 2). One matrix is one mask.</source>
        <translation>So viele Masken einer Folge, gleichmäßig verteilt, entscheiden (SparDA, Algorithmus 2). Eine Matrix ist eine Maske.</translation>
    </message>
    <message>
        <source>SpMM, two kernels, each lane its own column of B: a warp a row of the ELL part, then a warp for each non-zero that is left over. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>SpMM, zwei Kernel, jede Lane mit ihrer eigenen Spalte von B: ein Warp je Zeile des ELL-Teils, dann ein Warp für jede Nichtnull, die übrig ist. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>SpMM. A thread block takes one frame of the picture, as many places in every one; each lane has its own column of B.</source>
        <translation>SpMM. Ein Threadblock nimmt einen Rahmen des Bildes, gleich viele Stellen in jedem; jede Lane hat ihre eigene Spalte von B.</translation>
    </message>
    <message>
        <source>SpMM. A warp multiplies the whole tile, zeros and all, 8 columns an instruction: every lane is at work, and no column is read twice.</source>
        <translation>SpMM. Ein Warp multipliziert das ganze Tile, mit allen Nullen, 8 Spalten je Instruktion: jede Lane arbeitet, und keine Spalte wird zweimal gelesen.</translation>
    </message>
    <message>
        <source>SpMM. A warp takes a row, each lane its own column of B. Libraries go further: blocks of threads share tiles of A and B, and tensor cores multiply them.</source>
        <translation>SpMM. Ein Warp nimmt eine Zeile, jede Lane ihre eigene Spalte von B. Bibliotheken gehen weiter: Blöcke von Threads teilen sich Tiles von A und B, und Tensor Cores multiplizieren sie.</translation>
    </message>
    <message>
        <source>SpMM. A warp takes a whole group at once: t x q values against q rows of B, in one instruction, every lane at work.</source>
        <translation>SpMM. Ein Warp nimmt eine ganze Gruppe auf einmal: t x q Werte gegen q Zeilen von B, in einer Instruktion, jede Lane arbeitet.</translation>
    </message>
    <message>
        <source>SpMM. A warp takes one column of A, which meets one row of B alone; each lane has its own column of it. A row of C is added to once for every non-zero.</source>
        <translation>SpMM. Ein Warp nimmt eine Spalte von A, die nur auf eine Zeile von B trifft; jede Lane hat ihre eigene Spalte davon. Auf eine Zeile von C wird einmal für jede Nichtnull addiert.</translation>
    </message>
    <message>
        <source>SpMM. A warp takes one non-zero, each lane its own column of B: a row of C is added to once for every non-zero. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>SpMM. Ein Warp nimmt eine Nichtnull, jede Lane ihre eigene Spalte von B: auf eine Zeile von C wird einmal für jede Nichtnull addiert. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>SpMM. A warp takes the blocks of one block row that holds something, each lane its own column of B. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>SpMM. Ein Warp nimmt die Blöcke einer Blockzeile, die etwas enthält, jede Lane ihre eigene Spalte von B. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>SpMM. A warp takes the blocks of one block row, each lane its own column of B: one column number for a whole block.</source>
        <translation>SpMM. Ein Warp nimmt die Blöcke einer Blockzeile, jede Lane ihre eigene Spalte von B: eine Spaltennummer für einen ganzen Block.</translation>
    </message>
    <message>
        <source>SpMM. A warp takes the blocks of one block row, each lane its own column of B; all warps have the same work. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>SpMM. Ein Warp nimmt die Blöcke einer Blockzeile, jede Lane ihre eigene Spalte von B; alle Warps haben gleich viel Arbeit. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>SpMM. All lanes look at the same bit and count the same bits; each has its own column of B.</source>
        <translation>SpMM. Alle Lanes sehen dasselbe Bit an und zählen dieselben Bits; jede hat ihre eigene Spalte von B.</translation>
    </message>
    <message>
        <source>SpMM. All lanes take the same non-zero and each its own column of B: rows of B are read side by side.</source>
        <translation>SpMM. Alle Lanes nehmen dieselbe Nichtnull und jede ihre eigene Spalte von B: Zeilen von B werden nebeneinander gelesen.</translation>
    </message>
    <message>
        <source>SpMM. All lanes take the same non-zero and each its own column of B: rows of B are read side by side. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>SpMM. Alle Lanes nehmen dieselbe Nichtnull und jede ihre eigene Spalte von B: Zeilen von B werden nebeneinander gelesen. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>SpMM. All lanes take the same place of a row, each its own column of B. A row walks its slice with the slice&apos;s stride.</source>
        <translation>SpMM. Alle Lanes nehmen dieselbe Stelle einer Zeile, jede ihre eigene Spalte von B. Eine Zeile durchläuft ihren Slice mit dessen Schrittweite.</translation>
    </message>
    <message>
        <source>SpMM. All lanes take the same place of a row, each its own column of B: no lane reads far from its neighbour, in whatever order the places stand, but padding costs a row of B.</source>
        <translation>SpMM. Alle Lanes nehmen dieselbe Stelle einer Zeile, jede ihre eigene Spalte von B: keine Lane liest fern von ihrer Nachbarin, in welcher Anordnung die Stellen auch stehen, aber Padding kostet eine Zeile von B.</translation>
    </message>
    <message>
        <source>SpMM. All lanes take the same place of a row, each its own column of B; the next place is a whole diagonal further on.</source>
        <translation>SpMM. Alle Lanes nehmen dieselbe Stelle einer Zeile, jede ihre eigene Spalte von B; die nächste Stelle liegt eine ganze Diagonale weiter.</translation>
    </message>
    <message>
        <source>SpMM. All lanes take the same place, each its own column of B, and add to C when the row ends. Pieces are alike, however long the rows are.</source>
        <translation>SpMM. Alle Lanes nehmen dieselbe Stelle, jede ihre eigene Spalte von B, und addieren auf C, wenn die Zeile endet. Stücke sind gleich, wie lang die Zeilen auch sind.</translation>
    </message>
    <message>
        <source>SpMV, two kernels. The ELL part by columns, a thread a row; what did not fit as COO, a thread a non-zero that adds to y. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>SpMV, zwei Kernel. Der ELL-Teil spaltenweise, ein Thread je Zeile; was nicht hineinpasste als COO, ein Thread je Nichtnull, der auf y addiert. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>SpMV, two kernels. The ELL part by rows: threads side by side read addresses a whole row apart. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>SpMV, zwei Kernel. Der ELL-Teil zeilenweise: benachbarte Threads lesen Adressen, die eine ganze Zeile auseinanderliegen. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>SpMV. A slice is a small ELL, column by column: read side by side, and padded only to its own longest row.</source>
        <translation>SpMV. Ein Slice ist ein kleines ELL, Spalte für Spalte: nebeneinander gelesen, und nur bis zu seiner eigenen längsten Zeile aufgefüllt.</translation>
    </message>
    <message>
        <source>SpMV. As many blocks for every block row: no row pointers, but blocks of zeros where a block row has fewer. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>SpMV. Gleich viele Blöcke für jede Blockzeile: keine Zeilenzeiger, aber Blöcke von Nullen, wo eine Blockzeile weniger hat. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>SpMV. Each lane looks at a column of its own: all read one word, and each counts the bits before its own to find its value.</source>
        <translation>SpMV. Jede Lane sieht eine eigene Spalte an: alle lesen ein Wort, und jede zählt die Bits vor ihrem eigenen, um ihren Wert zu finden.</translation>
    </message>
    <message>
        <source>SpMV. Each thread looks at every place of its row: no column is stored, but zeros cost a look.</source>
        <translation>SpMV. Jeder Thread sieht jede Stelle seiner Zeile an: keine Spalte ist gespeichert, aber Nullen kosten einen Blick.</translation>
    </message>
    <message>
        <source>SpMV. Each thread sums one row: rows of unlike lengths make threads wait, and threads side by side read addresses far apart.</source>
        <translation>SpMV. Jeder Thread summiert eine Zeile: ungleich lange Zeilen lassen Threads warten, und benachbarte Threads lesen weit auseinanderliegende Adressen.</translation>
    </message>
    <message>
        <source>SpMV. Each thread sums one row: rows of unlike lengths make threads wait, and threads side by side read addresses far apart. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>SpMV. Jeder Thread summiert eine Zeile: ungleich lange Zeilen lassen Threads warten, und benachbarte Threads lesen weit auseinanderliegende Adressen. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>SpMV. Each thread takes one column: x is read once, in order, but every product is added to a row of y somewhere, and threads that meet in one row add one after another.</source>
        <translation>SpMV. Jeder Thread nimmt eine Spalte: x wird einmal gelesen, der Reihe nach, aber jedes Produkt wird irgendwo auf eine Zeile von y addiert, und Threads, die in einer Zeile zusammentreffen, addieren einer nach dem anderen.</translation>
    </message>
    <message>
        <source>SpMV. Each thread takes one non-zero: all arrays are read side by side, but threads of one row add to one address. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>SpMV. Jeder Thread nimmt eine Nichtnull: alle Arrays werden nebeneinander gelesen, aber Threads einer Zeile addieren auf eine Adresse. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>SpMV. Each thread takes one place of a piece: read side by side, but threads of one row add to one address.</source>
        <translation>SpMV. Jeder Thread nimmt eine Stelle eines Stücks: nebeneinander gelesen, aber Threads einer Zeile addieren auf eine Adresse.</translation>
    </message>
    <message>
        <source>SpMV. Every bucket is an ELL of its own, by columns: the rows of a warp are of like length, so that hardly a lane waits. Folded rows add to y.</source>
        <translation>SpMV. Jeder Bucket ist ein eigenes ELL, spaltenweise: die Zeilen eines Warps sind ähnlich lang, sodass kaum eine Lane wartet. Gefaltete Zeilen addieren auf y.</translation>
    </message>
    <message>
        <source>SpMV. No index is read: what is multiplied with what follows from where it stands, and most of it is zero.</source>
        <translation>SpMV. Kein Index wird gelesen: was womit multipliziert wird, folgt daraus, wo es steht, und das meiste ist null.</translation>
    </message>
    <message>
        <source>SpMV. The first places of all rows stand side by side, then the second ones: threads side by side read addresses side by side.</source>
        <translation>SpMV. Die ersten Stellen aller Zeilen stehen nebeneinander, dann die zweiten: benachbarte Threads lesen benachbarte Adressen.</translation>
    </message>
    <message>
        <source>SpMV. The lanes of a warp share one column: values and rows are read side by side, and no two lanes of a warp meet in one row of y. Warps may.</source>
        <translation>SpMV. Die Lanes eines Warps teilen sich eine Spalte: Werte und Zeilen werden nebeneinander gelesen, und keine zwei Lanes eines Warps treffen in einer Zeile von y zusammen. Warps schon.</translation>
    </message>
    <message>
        <source>SpMV. The lanes of a warp share one row and read it side by side; a short row leaves most of them without work.</source>
        <translation>SpMV. Die Lanes eines Warps teilen sich eine Zeile und lesen sie nebeneinander; eine kurze Zeile lässt die meisten ohne Arbeit.</translation>
    </message>
    <message>
        <source>SpMV. The lanes of a warp share one row and read it side by side; a short row leaves most of them without work. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>SpMV. Die Lanes eines Warps teilen sich eine Zeile und lesen sie nebeneinander; eine kurze Zeile lässt die meisten ohne Arbeit. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>SpMV. The places of one row stand side by side: threads side by side read addresses a whole row apart.</source>
        <translation>SpMV. Die Stellen einer Zeile stehen nebeneinander: benachbarte Threads lesen Adressen, die eine ganze Zeile auseinanderliegen.</translation>
    </message>
    <message>
        <source>SpMV. Threads of one block row take the same block: its column is read once for all of them.</source>
        <translation>SpMV. Threads einer Blockzeile nehmen denselben Block: seine Spalte wird für alle einmal gelesen.</translation>
    </message>
    <message>
        <source>SpMV. Threads of one block row take the same block; block rows without one have no thread, so y is set to 0 first. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>SpMV. Threads einer Blockzeile nehmen denselben Block; Blockzeilen ohne einen haben keinen Thread, deshalb wird y zuerst auf 0 gesetzt. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>SpMV. Threads side by side read a diagonal side by side, and rows of like length stand together, so that whole warps are done early. The sums go to rows far apart.</source>
        <translation>SpMV. Benachbarte Threads lesen eine Diagonale nebeneinander, und ähnlich lange Zeilen stehen beieinander, sodass ganze Warps früh fertig sind. Die Summen gehen in weit auseinanderliegende Zeilen.</translation>
    </message>
    <message>
        <source>SpMV. Values and x are read side by side, and no column is read at all. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>SpMV. Werte und x werden nebeneinander gelesen, und gar keine Spalte wird gelesen. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
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
        <source>Strided attention mask of Sparse Transformers: a window of the root of the size and every such place beyond it (STile table 4: 4,096 rows, 766,144 non-zeros).</source>
        <translation>Strided-Attention-Maske von Sparse Transformers: ein Fenster von der Wurzel der Größe und jede soundsovielte Stelle dahinter (STile Tabelle 4: 4,096 Zeilen, 766,144 Nichtnullen).</translation>
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
        <source>The 8 x 8 example of the STile paper (figures 1 to 3), 10 non-zeros.</source>
        <translation>Das 8-x-8-Beispiel des STile-Papers (Abbildungen 1 bis 3), 10 Nichtnullen.</translation>
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
        <source>The most places that a branch may store for each of its non-zeros, padding too.</source>
        <translation>So viele Stellen darf ein Zweig für jede seiner Nichtnullen höchstens speichern, Padding mitgezählt.</translation>
    </message>
    <message>
        <source>The non-zeros of each relation as CSR, in place of buckets, which SparseTIR calls naive.</source>
        <translation>Die Nichtnullen jeder Relation als CSR statt in Buckets, was SparseTIR naiv nennt.</translation>
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
        <source>The storage as a tree, a level for each axis: dense, compressed or singleton, with its arrays.</source>
        <translation>Die Speicherung als Baum, ein Level für jede Achse: dense, compressed oder singleton, mit ihren Arrays.</translation>
    </message>
    <message>
        <source>The widest bucket holds rows of 2^k places; the paper takes ceil(log2(non-zeros a row)).</source>
        <translation>Der breiteste Bucket enthält Zeilen von 2^k Stellen; das Paper nimmt ceil(log2(Nichtnullen je Zeile)).</translation>
    </message>
    <message>
        <source>The widest bucket is 2^k (SparseTIR 4.4.1 has 5); 0 stores one place a row, as sparse convolution has by itself.</source>
        <translation>Der breiteste Bucket ist 2^k (SparseTIR 4.4.1 hat 5); 0 speichert eine Stelle je Zeile, wie es eine dünnbesetzte Faltung von selbst hat.</translation>
    </message>
    <message>
        <source>The widest bucket is 2^k; -1: k = ceil(log2(nnz / n)) (SparseTIR 4.2.1).</source>
        <translation>Der breiteste Bucket ist 2^k; -1: k = ceil(log2(nnz / n)) (SparseTIR 4.2.1).</translation>
    </message>
    <message>
        <source>The widest bucket of every partition, a power of two; longer rows are folded. 0: the width of least cost 2 I1 W + |set(Ind)| J + Atomic I2 J, from the longest row&apos;s (at most 1024) halved down to 1 (LiteForm, Cost Model).</source>
        <translation>Der breiteste Bucket jeder Partition, eine Zweierpotenz; längere Zeilen werden gefaltet. 0: die Breite der kleinsten Kosten 2 I1 W + |set(Ind)| J + Atomic I2 J, von der der längsten Zeile (höchstens 1024) halbierend hinab bis 1 (LiteForm, Cost Model).</translation>
    </message>
    <message>
        <source>Threads of a block, for how many blocks an SM the registers have to suffice, and how many elements of x a thread gathers at once.</source>
        <translation>Threads eines Blocks, für wie viele Blöcke je SM die Register reichen müssen, und wie viele Elemente von x ein Thread auf einmal einsammelt.</translation>
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
        <source>Tokens that a router sends to experts of skewed popularity: a product with the experts&apos; weights, one below the other (SparDA 2).</source>
        <translation>Tokens, die ein Router an ungleich beliebte Experten schickt: ein Produkt mit den Gewichten der Experten, eines unter dem anderen (SparDA 2).</translation>
    </message>
    <message>
        <source>Transformer weights after block pruning, with many empty block rows (STile table 4 &quot;structured&quot;; SparseTIR section 4.3.2: blocks of 32, 7 % left).</source>
        <translation>Gewichte eines Transformers nach blockweisem Ausdünnen, mit vielen leeren Blockzeilen (STile Tabelle 4 &quot;structured&quot;; SparseTIR Abschnitt 4.3.2: Blöcke von 32, 7 % übrig).</translation>
    </message>
    <message>
        <source>Transformer weights after unstructured pruning (STile table 4 &quot;unstructured&quot;; SparseTIR section 4.3.2: movement pruning, 6 % left).</source>
        <translation>Gewichte eines Transformers nach unstrukturiertem Ausdünnen (STile Tabelle 4 &quot;unstructured&quot;; SparseTIR Abschnitt 4.3.2: Movement Pruning, 6 % übrig).</translation>
    </message>
    <message>
        <source>Try this graph before all others, as JSON, and go on from there where it is good; on the command line a file that holds it, or a plan of one: what was the fastest in float32 is a start for float64 and float16.</source>
        <translation>Diesen Graphen vor allen anderen versuchen, als JSON, und von dort weitergehen, wo er gut ist; auf der Kommandozeile eine Datei, die ihn enthält, oder ein Plan von einem: was in float32 der schnellste war, ist ein Anfang für float64 und float16.</translation>
    </message>
    <message>
        <source>Undirected graph whose degrees follow a power law, as skewed as reddit (Chung &amp; Lu 2002; STile table 4: reddit has 232,965 rows, 114,615,892 non-zeros).</source>
        <translation>Ungerichteter Graph, dessen Grade einem Potenzgesetz folgen, so schief wie reddit (Chung &amp; Lu 2002; STile Tabelle 4: reddit hat 232,965 Zeilen, 114,615,892 Nichtnullen).</translation>
    </message>
    <message>
        <source>Vectors of a group.</source>
        <translation>Vektoren einer Gruppe.</translation>
    </message>
    <message>
        <source>Voxels</source>
        <translation>Voxel</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>Weights that are pruned in blocks while they are trained, ever more of them, by scores that change from step to step (SparDA 2; Zhu &amp; Gupta 2017).</source>
        <translation>Gewichte, die beim Trainieren blockweise ausgedünnt werden, immer mehr von ihnen, nach Bewertungen, die sich von Schritt zu Schritt ändern (SparDA 2; Zhu &amp; Gupta 2017).</translation>
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
        <source>What the GPU finds the members of a mask from: bits, a byte for each granule, or the values.</source>
        <translation>Woraus die GPU die Mitglieder einer Maske findet: Bits, ein Byte für jedes Granulat, oder die Werte.</translation>
    </message>
    <message>
        <source>What was learned: a name of those that are shipped, or a file of train fit (LiteForm, Automatic Format Composition).</source>
        <translation>Was gelernt wurde: ein Name eines mitgelieferten Modells, oder eine Datei von train fit (LiteForm, Automatic Format Composition).</translation>
    </message>
    <message>
        <source>Which axes of a product may be in another order: drag rows and columns.</source>
        <translation>Welche Achsen eines Produkts anders angeordnet sein dürfen: Zeilen und Spalten ziehen.</translation>
    </message>
    <message>
        <source>Which formats tiles may have, separated by commas: block, ell, 1d (STile 3.1); csr alone: plain CSR.</source>
        <translation>Welche Formate Tiles haben dürfen, durch Kommas getrennt: block, ell, 1d (STile 3.1); csr allein: einfaches CSR.</translation>
    </message>
    <message>
        <source>Which thread computes what, which addresses a warp touches, who waits.</source>
        <translation>Welcher Thread was berechnet, welche Adressen ein Warp berührt, wer wartet.</translation>
    </message>
    <message>
        <source>Who says how long graphs take: worker measures, model predicts, a trace of a search repeats what it measured; nothing: worker where there is a GPU, else model.</source>
        <translation>Wer sagt, wie lange Graphen brauchen: worker misst, model sagt vorher, eine Aufzeichnung einer Suche wiederholt, was diese maß; nichts: worker, wo es eine GPU gibt, sonst model.</translation>
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
        <source>X times Y transposed where A has non-zeros. A warp takes one non-zero; each lane has a column of X and Y, rows are read side by side, and the sum goes from lane to lane. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>X mal Y transponiert, wo A Nichtnullen hat. Ein Warp nimmt eine Nichtnull; jede Lane hat eine Spalte von X und Y, Zeilen werden nebeneinander gelesen, und die Summe geht von Lane zu Lane. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>X times Y transposed where A has non-zeros. A warp takes the non-zeros of one column, one after another; each lane has a column of X and Y, rows are read side by side, and the sum goes from lane to lane.</source>
        <translation>X mal Y transponiert, wo A Nichtnullen hat. Ein Warp nimmt die Nichtnullen einer Spalte, eine nach der anderen; jede Lane hat eine Spalte von X und Y, Zeilen werden nebeneinander gelesen, und die Summe geht von Lane zu Lane.</translation>
    </message>
    <message>
        <source>X times Y transposed where A has non-zeros. A warp takes the non-zeros of one row, one after another; each lane has a column of X and Y, rows are read side by side, and the sum goes from lane to lane.</source>
        <translation>X mal Y transponiert, wo A Nichtnullen hat. Ein Warp nimmt die Nichtnullen einer Zeile, eine nach der anderen; jede Lane hat eine Spalte von X und Y, Zeilen werden nebeneinander gelesen, und die Summe geht von Lane zu Lane.</translation>
    </message>
    <message>
        <source>X times Y transposed where A has non-zeros. A warp takes the non-zeros of one row, one after another; each lane has a column of X and Y, rows are read side by side, and the sum goes from lane to lane. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>X mal Y transponiert, wo A Nichtnullen hat. Ein Warp nimmt die Nichtnullen einer Zeile, eine nach der anderen; jede Lane hat eine Spalte von X und Y, Zeilen werden nebeneinander gelesen, und die Summe geht von Lane zu Lane. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>X times Y transposed where A has non-zeros. Each thread looks at every place of its row and goes through the columns of X and Y: threads side by side read rows far apart.</source>
        <translation>X mal Y transponiert, wo A Nichtnullen hat. Jeder Thread sieht jede Stelle seiner Zeile an und geht durch die Spalten von X und Y: benachbarte Threads lesen weit auseinanderliegende Zeilen.</translation>
    </message>
    <message>
        <source>X times Y transposed where A has non-zeros. Each thread takes one non-zero, all of them alike, and goes through the columns of X and Y: threads side by side read rows far apart. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>X mal Y transponiert, wo A Nichtnullen hat. Jeder Thread nimmt eine Nichtnull, alle gleich, und geht durch die Spalten von X und Y: benachbarte Threads lesen weit auseinanderliegende Zeilen. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>X times Y transposed where A has non-zeros. Each thread takes one row of the blocks, zeros too, and goes through the columns of X and Y: threads side by side read rows far apart.</source>
        <translation>X mal Y transponiert, wo A Nichtnullen hat. Jeder Thread nimmt eine Zeile der Blöcke, auch Nullen, und geht durch die Spalten von X und Y: benachbarte Threads lesen weit auseinanderliegende Zeilen.</translation>
    </message>
    <message>
        <source>X times Y transposed where A has non-zeros. Each thread takes one row of the blocks, zeros too, and goes through the columns of X and Y: threads side by side read rows far apart. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>X mal Y transponiert, wo A Nichtnullen hat. Jeder Thread nimmt eine Zeile der Blöcke, auch Nullen, und geht durch die Spalten von X und Y: benachbarte Threads lesen weit auseinanderliegende Zeilen. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>X times Y transposed where A has non-zeros. Each thread takes the non-zeros of one column and goes through the columns of X and Y: threads side by side read rows far apart.</source>
        <translation>X mal Y transponiert, wo A Nichtnullen hat. Jeder Thread nimmt die Nichtnullen einer Spalte und geht durch die Spalten von X und Y: benachbarte Threads lesen weit auseinanderliegende Zeilen.</translation>
    </message>
    <message>
        <source>X times Y transposed where A has non-zeros. Each thread takes the non-zeros of one row and goes through the columns of X and Y: threads side by side read rows far apart.</source>
        <translation>X mal Y transponiert, wo A Nichtnullen hat. Jeder Thread nimmt die Nichtnullen einer Zeile und geht durch die Spalten von X und Y: benachbarte Threads lesen weit auseinanderliegende Zeilen.</translation>
    </message>
    <message>
        <source>X times Y transposed where A has non-zeros. Each thread takes the non-zeros of one row and goes through the columns of X and Y: threads side by side read rows far apart. Sparsescope has no template for this format: its kernel is printed from the plan&apos;s program.</source>
        <translation>X mal Y transponiert, wo A Nichtnullen hat. Jeder Thread nimmt die Nichtnullen einer Zeile und geht durch die Spalten von X und Y: benachbarte Threads lesen weit auseinanderliegende Zeilen. Sparsescope hat für dieses Format kein Template: sein Kernel wird aus dem Programm des Plans gedruckt.</translation>
    </message>
    <message>
        <source>X times Y transposed where A has non-zeros. Each thread takes the places of one row of a slice and goes through the columns of X and Y: threads side by side read rows far apart.</source>
        <translation>X mal Y transponiert, wo A Nichtnullen hat. Jeder Thread nimmt die Stellen einer Zeile eines Slices und geht durch die Spalten von X und Y: benachbarte Threads lesen weit auseinanderliegende Zeilen.</translation>
    </message>
    <message>
        <source>X times Y transposed where A has non-zeros. Each thread takes the places of one row, one of each diagonal, and goes through the columns of X and Y: threads side by side read rows far apart.</source>
        <translation>X mal Y transponiert, wo A Nichtnullen hat. Jeder Thread nimmt die Stellen einer Zeile, eine von jeder Diagonale, und geht durch die Spalten von X und Y: benachbarte Threads lesen weit auseinanderliegende Zeilen.</translation>
    </message>
    <message>
        <source>X times Y transposed where A has non-zeros. Each thread takes the places of one row, padding too, and goes through the columns of X and Y: threads side by side read rows far apart.</source>
        <translation>X mal Y transponiert, wo A Nichtnullen hat. Jeder Thread nimmt die Stellen einer Zeile, auch Padding, und geht durch die Spalten von X und Y: benachbarte Threads lesen weit auseinanderliegende Zeilen.</translation>
    </message>
    <message>
        <source>Zeroing rows of the output that several tiles add to, or that none writes, beyond the launch.</source>
        <translation>Nullsetzen von Ausgabezeilen, auf die mehrere Tiles addieren oder die keines schreibt, über den Start hinaus.</translation>
    </message>
    <message>
        <source>a block on every so-manieth place along the diagonal</source>
        <translation>ein Block an jeder soundsovielten Stelle der Diagonale</translation>
    </message>
    <message>
        <source>a multiple of 16 from 16 to 160; 0 lets the cost model choose.</source>
        <translation>ein Vielfaches von 16 von 16 bis 160; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>a power of two from 32 to 1024; 0 lets the cost model choose.</source>
        <translation>eine Zweierpotenz von 32 bis 1024; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>a power of two from 32 to 65536: the most non-zeros of a tile; 0 lets the cost model choose.</source>
        <translation>eine Zweierpotenz von 32 bis 65536: die meisten Nichtnullen eines Tiles; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>a power of two; 0 lets the cost model choose.</source>
        <translation>eine Zweierpotenz; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>a power of two; rows x width from 8 to 65536; 0 lets the cost model choose.</source>
        <translation>eine Zweierpotenz; Zeilen x Breite von 8 bis 65536; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>added</source>
        <translation>addiert</translation>
    </message>
    <message>
        <source>an expert takes at most so many times its even share, later tokens are dropped; 0: all</source>
        <translation>ein Experte nimmt höchstens das Sovielfache seines gleichen Anteils, spätere Tokens entfallen; 0: alle</translation>
    </message>
    <message>
        <source>as many as are left, the nearer the more</source>
        <translation>so viele, wie übrig sind, je näher desto mehr</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>blocks a row, at least as many as any row has; up to 1048576; 0 lets the cost model choose.</source>
        <translation>Blöcke je Zeile, mindestens so viele, wie irgendeine Zeile hat; bis 1048576; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>by branch</source>
        <translation>nach Zweigen</translation>
    </message>
    <message>
        <source>by cuBLAS</source>
        <translation>durch cuBLAS</translation>
    </message>
    <message>
        <source>by rows</source>
        <translation>nach Zeilen</translation>
    </message>
    <message>
        <source>c</source>
        <translation>c</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>columns of a block, from 1 to 64; 0 lets the cost model choose.</source>
        <translation>Spalten eines Blocks, von 1 bis 64; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>columns, a multiple of the block</source>
        <translation>Spalten, ein Vielfaches des Blocks</translation>
    </message>
    <message>
        <source>columns: neurons</source>
        <translation>Spalten: Neuronen</translation>
    </message>
    <message>
        <source>columns: values of a token</source>
        <translation>Spalten: Werte eines Tokens</translation>
    </message>
    <message>
        <source>conversion</source>
        <translation>Konvertierung</translation>
    </message>
    <message>
        <source>diagonals (DIA)</source>
        <translation>Diagonalen (DIA)</translation>
    </message>
    <message>
        <source>different experts that a token goes to, at most all</source>
        <translation>verschiedene Experten, zu denen ein Token geht, höchstens alle</translation>
    </message>
    <message>
        <source>edges</source>
        <translation>Kanten</translation>
    </message>
    <message>
        <source>edges drawn; of equal ones one is kept, so that there are fewer non-zeros</source>
        <translation>gezogene Kanten; von gleichen bleibt eine, sodass es weniger Nichtnullen gibt</translation>
    </message>
    <message>
        <source>experts, each with as many columns</source>
        <translation>Experten, jeder mit so vielen Spalten</translation>
    </message>
    <message>
        <source>from 1 to 65536: the most stored places of a tile that is more than one row of blocks; 0 lets the cost model choose.</source>
        <translation>von 1 bis 65536: die meisten gespeicherten Stellen eines Tiles, das mehr als eine Zeile von Blöcken ist; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>from 1 to 65536: the most stored places of a tile that is more than one stripe; 0 lets the cost model choose.</source>
        <translation>von 1 bis 65536: die meisten gespeicherten Stellen eines Tiles, das mehr als ein Streifen ist; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <source>height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>hyb(1, 1)</source>
        <translation>hyb(1, 1)</translation>
    </message>
    <message>
        <source>hyb(2, 2): figure 11</source>
        <translation>hyb(2, 2): Abbildung 11</translation>
    </message>
    <message>
        <source>hyb: 2, 1, 3, 4, 5, 2</source>
        <translation>hyb: 2, 1, 3, 4, 5, 2</translation>
    </message>
    <message>
        <source>imbalance and tail</source>
        <translation>Ungleichheit und Auslauf</translation>
    </message>
    <message>
        <source>in slots</source>
        <translation>in Slots</translation>
    </message>
    <message>
        <source>k</source>
        <translation>k</translation>
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
        <source>length of the runs</source>
        <translation>Länge der Läufe</translation>
    </message>
    <message>
        <source>longest first</source>
        <translation>längste zuerst</translation>
    </message>
    <message>
        <source>masks after which popularity is dealt anew</source>
        <translation>Masken, nach denen die Beliebtheit neu verteilt wird</translation>
    </message>
    <message>
        <source>masks of the sequence, a step each</source>
        <translation>Masken der Folge, je ein Schritt</translation>
    </message>
    <message>
        <source>model: index, SMs and the longest task count, and the dense product competes; paper: the number of steps times the time of one (SparDA 4.5).</source>
        <translation>model: Index, SMs und die längste Aufgabe zählen, und das dichte Produkt konkurriert; paper: die Zahl der Schritte mal der Zeit von einem (SparDA 4.5).</translation>
    </message>
    <message>
        <source>non-zeros, as many in every row; at most rows x rows</source>
        <translation>Nichtnullen, gleich viele in jeder Zeile; höchstens Zeilen x Zeilen</translation>
    </message>
    <message>
        <source>non-zeros, two an edge: an odd number gives one fewer; at most rows x (rows - 1)</source>
        <translation>Nichtnullen, zwei je Kante: eine ungerade Zahl gibt eine weniger; höchstens Zeilen x (Zeilen - 1)</translation>
    </message>
    <message>
        <source>partitions</source>
        <translation>Partitionen</translation>
    </message>
    <message>
        <source>places</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>places a row of the ELL part, from 1; rows x width up to 65536; 0 lets the cost model choose.</source>
        <translation>Stellen je Zeile des ELL-Teils, ab 1; Zeilen x Breite bis 65536; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>places for each edge of the other relations, among as few vertices: 4 or more; 0: all of their types</source>
        <translation>Stellen für jede Kante der anderen Relationen, unter so wenigen Ecken: 4 oder mehr; 0: alle ihrer Typen</translation>
    </message>
    <message>
        <source>power by which popularity falls from expert to expert: 0, all are equal</source>
        <translation>Potenz, mit der die Beliebtheit von Experte zu Experte fällt: 0, alle sind gleich</translation>
    </message>
    <message>
        <source>q</source>
        <translation>q</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>Register</translation>
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
        <source>rows and columns</source>
        <translation>Zeilen und Spalten</translation>
    </message>
    <message>
        <source>rows and columns of a block</source>
        <translation>Zeilen und Spalten eines Blocks</translation>
    </message>
    <message>
        <source>rows and columns, a cube of a whole number: the grid&apos;s points</source>
        <translation>Zeilen und Spalten, eine Kubikzahl: die Punkte des Gitters</translation>
    </message>
    <message>
        <source>rows and columns, a multiple of block and run</source>
        <translation>Zeilen und Spalten, ein Vielfaches von Block und Lauf</translation>
    </message>
    <message>
        <source>rows and columns, a power of two times the block</source>
        <translation>Zeilen und Spalten, eine Zweierpotenz mal dem Block</translation>
    </message>
    <message>
        <source>rows and columns, a square number: the grid&apos;s points</source>
        <translation>Zeilen und Spalten, eine Quadratzahl: die Punkte des Gitters</translation>
    </message>
    <message>
        <source>rows of a block, from 1 to 64; 0 lets the cost model choose.</source>
        <translation>Zeilen eines Blocks, von 1 bis 64; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>rows of a slice: a power of two from 2 to 32; 0 lets the cost model choose.</source>
        <translation>Zeilen eines Slices: eine Zweierpotenz von 2 bis 32; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>rows of a sorting window, which is a tile: a multiple of c up to 1024; 0 lets the cost model choose.</source>
        <translation>Zeilen eines Sortierfensters, das ein Tile ist: ein Vielfaches von c bis 1024; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>rows of a stripe: 1, 2, 4, 8 or 16; 0 lets the cost model choose.</source>
        <translation>Zeilen eines Streifens: 1, 2, 4, 8 oder 16; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>rows of a tile, from 1 to 65536; 0 lets the cost model choose.</source>
        <translation>Zeilen eines Tiles, von 1 bis 65536; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>rows one below the other that fire together</source>
        <translation>Zeilen untereinander, die zusammen feuern</translation>
    </message>
    <message>
        <source>rows, a multiple of the block</source>
        <translation>Zeilen, ein Vielfaches des Blocks</translation>
    </message>
    <message>
        <source>rows: tokens</source>
        <translation>Zeilen: Tokens</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>schedule</translation>
    </message>
    <message>
        <source>sequences of a batch</source>
        <translation>Folgen eines Batches</translation>
    </message>
    <message>
        <source>share of the blocks that is left</source>
        <translation>Anteil der Blöcke, der übrig ist</translation>
    </message>
    <message>
        <source>share of the blocks that the last mask keeps; the first one keeps all</source>
        <translation>Anteil der Blöcke, den die letzte Maske behält; die erste behält alle</translation>
    </message>
    <message>
        <source>share of the columns in which they are, at least the density</source>
        <translation>Anteil der Spalten, in denen sie sind, mindestens die Dichte</translation>
    </message>
    <message>
        <source>share of the edges that stay in a community</source>
        <translation>Anteil der Kanten, die in einer Gemeinschaft bleiben</translation>
    </message>
    <message>
        <source>share of the edges whose relation, or its inverse, has one for each vertex at most</source>
        <translation>Anteil der Kanten, deren Relation, oder ihre Umkehrung, höchstens eine für jede Ecke hat</translation>
    </message>
    <message>
        <source>share of the non-zeros that lie in runs</source>
        <translation>Anteil der Nichtnullen, die in Läufen liegen</translation>
    </message>
    <message>
        <source>share of the places that are not zero</source>
        <translation>Anteil der Stellen, die nicht null sind</translation>
    </message>
    <message>
        <source>share of the places that is left</source>
        <translation>Anteil der Stellen, der übrig ist</translation>
    </message>
    <message>
        <source>share of the runs that go down a column; the others go across a row</source>
        <translation>Anteil der Läufe, die eine Spalte hinabgehen; die anderen gehen eine Zeile entlang</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>Shared Memory</translation>
    </message>
    <message>
        <source>side of the blocks</source>
        <translation>Seite der Blöcke</translation>
    </message>
    <message>
        <source>sigma</source>
        <translation>sigma</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>sizes and share of a graph of the table, in place of these</source>
        <translation>Größen und Anteil eines Graphen der Tabelle, statt dieser</translation>
    </message>
    <message>
        <source>slices</source>
        <translation>Slices</translation>
    </message>
    <message>
        <source>so many more blocks to each side of the diagonal</source>
        <translation>so viele Blöcke mehr auf jeder Seite der Diagonale</translation>
    </message>
    <message>
        <source>split K</source>
        <translation>geteiltes K</translation>
    </message>
    <message>
        <source>split rows</source>
        <translation>geteilte Zeilen</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>t</source>
        <translation>t</translation>
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
        <source>thread a column</source>
        <translation>Thread je Spalte</translation>
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
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>tokens that a sequence has room for</source>
        <translation>Tokens, für die eine Folge Platz hat</translation>
    </message>
    <message>
        <source>unordered: members stand as blocks find them (SparDA 4.4); ordered: ascending, the same in every run.</source>
        <translation>unordered: Mitglieder stehen, wie Blöcke sie finden (SparDA 4.4); ordered: aufsteigend, in jedem Lauf gleich.</translation>
    </message>
    <message>
        <source>values of a token: columns of each expert</source>
        <translation>Werte eines Tokens: Spalten jedes Experten</translation>
    </message>
    <message>
        <source>vectors of a group, from 1 to 64; 0 lets the cost model choose.</source>
        <translation>Vektoren einer Gruppe, von 1 bis 64; bei 0 wählt das Kostenmodell.</translation>
    </message>
    <message>
        <source>vertices</source>
        <translation>Ecken</translation>
    </message>
    <message>
        <source>vertices of a community</source>
        <translation>Ecken einer Gemeinschaft</translation>
    </message>
    <message>
        <source>vertices, a power of two</source>
        <translation>Ecken, eine Zweierpotenz</translation>
    </message>
    <message>
        <source>w</source>
        <translation>w</translation>
    </message>
    <message>
        <source>warp a block row</source>
        <translation>ein Warp je Blockzeile</translation>
    </message>
    <message>
        <source>warp a column</source>
        <translation>Warp je Spalte</translation>
    </message>
    <message>
        <source>warp a row</source>
        <translation>ein Warp je Zeile</translation>
    </message>
    <message>
        <source>where the random numbers begin</source>
        <translation>wo die Zufallszahlen beginnen</translation>
    </message>
    <message>
        <source>which places are kept</source>
        <translation>welche Stellen bleiben</translation>
    </message>
    <message>
        <source>width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>width of the band: half of it on each side of the diagonal</source>
        <translation>Breite des Bandes: die Hälfte davon auf jeder Seite der Diagonale</translation>
    </message>
    <message>
        <source>work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>zeroing</source>
        <translation>Nullsetzen</translation>
    </message>
    <message>
        <source>σ</source>
        <translation>σ</translation>
    </message>
</context>
</TS>
