<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Checked</name>
    <message>
        <source>%1 of %2 values differ, first row %3, column %4: %5 instead of %6</source>
        <translation>%1 von %2 Werten weichen ab, zuerst Zeile %3, Spalte %4: %5 statt %6</translation>
    </message>
    <message>
        <source>same, every bit</source>
        <translation>gleich, jedes Bit</translation>
    </message>
    <message>
        <source>same, every bit, %1</source>
        <translation>gleich, jedes Bit, %1</translation>
    </message>
    <message>
        <source>on %1 x %2 from row %3, column %4</source>
        <translation>auf %1 x %2 ab Zeile %3, Spalte %4</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
</context>
<context>
    <name>Cuda</name>
    <message>
        <source>This program was built without code generation.</source>
        <translation>Dieses Programm wurde ohne Codeerzeugung gebaut.</translation>
    </message>
    <message>
        <source>Kernels run the tiles of a plan. Search one (Alt+2), or open a plan file.</source>
        <translation>Kernel führen die Tiles eines Plans aus. Einen Plan suchen (Alt+2) oder eine Plandatei öffnen.</translation>
    </message>
    <message>
        <source>Kernels run a plan&apos;s tiles, and here all that a format holds is one.</source>
        <translation>Kernel führen die Tiles eines Plans aus; hier ist alles, was ein Format enthält, ein einziges.</translation>
    </message>
</context>
<context>
    <name>Ground</name>
    <message>
        <source>All of the matrix, %1 x %2</source>
        <translation>Die ganze Matrix, %1 x %2</translation>
    </message>
    <message>
        <source>A part of the matrix: %1 x %2 from row %3, column %4</source>
        <translation>Ein Teil der Matrix: %1 x %2 ab Zeile %3, Spalte %4</translation>
    </message>
    <message>
        <source>, in the plan&apos;s formats</source>
        <translation>, in den Formaten des Plans</translation>
    </message>
    <message>
        <source>; %1 of %2 columns</source>
        <translation>; %1 von %2 Spalten</translation>
    </message>
</context>
<context>
    <name>QDockWidget</name>
    <message>
        <source>Dock</source>
        <translation>Andocken</translation>
    </message>
    <message>
        <source>Drag to another side, or away; double click tears off</source>
        <translation>An eine andere Seite oder weg ziehen; Doppelklick löst ab</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>, of the tiles %1</source>
        <translation>, der Tiles %1</translation>
    </message>
    <message>
        <source>; packed tiles %2 call it %1</source>
        <translation>; gepackte Tiles %2 nennen es %1</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1 in shared memory, one for each thread block</source>
        <translation>%1 im Shared Memory, für jeden Threadblock einmal</translation>
    </message>
    <message>
        <source>%1 in registers, one for each thread</source>
        <translation>%1 in Registern, für jeden Thread einmal</translation>
    </message>
    <message>
        <source>%1 in registers of a warp&apos;s tensor core operation</source>
        <translation>%1 in Registern der Tensor-Core-Operation eines Warps</translation>
    </message>
    <message>
        <source>Axis %1: the tiles%2, %3. Each has arrays and sizes of its own.</source>
        <translation>Achse %1: die Tiles%2, %3. Jedes hat eigene Arrays und Größen.</translation>
    </message>
    <message>
        <source>Axis %1: dense, fixed: all coordinates from 0 on, one after another. Length %2.</source>
        <translation>Achse %1: dicht, fest: alle Koordinaten ab 0, eine nach der anderen. Länge %2.</translation>
    </message>
    <message>
        <source>Axis %1: dense, variable: coordinates one after another, children of each %2 counted by %3. Length %4, in all %5 positions.</source>
        <translation>Achse %1: dicht, variabel: Koordinaten eine nach der anderen, Kinder von %2, gezählt durch %3. Länge %4, insgesamt %5 Positionen.</translation>
    </message>
    <message>
        <source>Axis %1: sparse, fixed: coordinates from %2, as many for each %3: %4. Length %5.</source>
        <translation>Achse %1: dünnbesetzt, fest: Koordinaten aus %2, für jedes %3 gleich viele: %4. Länge %5.</translation>
    </message>
    <message>
        <source>-1 is a hole: nothing is there.</source>
        <translation>-1 ist ein Loch: dort ist nichts.</translation>
    </message>
    <message>
        <source>Axis %1: sparse, variable: coordinates from %2, children of each %3 counted by %4. Length %5, in all %6 positions.</source>
        <translation>Achse %1: dünnbesetzt, variabel: Koordinaten aus %2, Kinder von %3, gezählt durch %4. Länge %5, insgesamt %6 Positionen.</translation>
    </message>
    <message>
        <source>%1: the coordinate of each position of axis %2%3.</source>
        <translation>%1: die Koordinate jeder Position der Achse %2%3.</translation>
    </message>
    <message>
        <source>%1: where the children of each position of %2 begin on axis %3%4; the next element is where they end.</source>
        <translation>%1: wo die Kinder jeder Position von %2 auf der Achse %3 beginnen%4; das nächste Element ist ihr Ende.</translation>
    </message>
    <message>
        <source>Buffer %1 over the axes %2: values of type %3%4.</source>
        <translation>Puffer %1 über den Achsen %2: Werte vom Typ %3%4.</translation>
    </message>
    <message>
        <source>In the order in which tensor cores read them.</source>
        <translation>In der Reihenfolge, in der Tensor Cores sie lesen.</translation>
    </message>
    <message>
        <source>Array %1 of %2 elements of type %3%4.</source>
        <translation>Array %1 mit %2 Elementen vom Typ %3%4.</translation>
    </message>
    <message>
        <source>%1 elements.</source>
        <translation>%1 Elemente.</translation>
    </message>
    <message>
        <source>on the tiles %1</source>
        <translation>auf den Tiles %1</translation>
    </message>
    <message>
        <source>once, before the kernel</source>
        <translation>einmal, vor dem Kernel</translation>
    </message>
    <message>
        <source>others add to its rows too</source>
        <translation>auf ihre Zeilen addieren auch andere</translation>
    </message>
    <message>
        <source>Iteration %1%2.</source>
        <translation>Iteration %1%2.</translation>
    </message>
    <message>
        <source>Loop %1 from 0 to below %2; spatial: its turns write different elements.</source>
        <translation>Schleife %1 von 0 bis unter %2; räumlich: ihre Durchgänge schreiben verschiedene Elemente.</translation>
    </message>
    <message>
        <source>Loop %1 from 0 to below %2; reduced: its turns add to the same elements.</source>
        <translation>Schleife %1 von 0 bis unter %2; reduzierend: ihre Durchgänge addieren auf dieselben Elemente.</translation>
    </message>
    <message>
        <source>Unrolled.</source>
        <translation>Ausgerollt.</translation>
    </message>
    <message>
        <source>One access of several elements.</source>
        <translation>Ein Zugriff auf mehrere Elemente.</translation>
    </message>
    <message>
        <source>Each turn is another %1.</source>
        <translation>Jeder Durchgang ist ein anderer %1.</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Turn %1 is lanes %2 of the first warp.</source>
        <translation>Durchgang %1 sind die Lanes %2 des ersten Warps.</translation>
    </message>
    <message>
        <source>Block %1: statements that a schedule moves together.</source>
        <translation>Block %1: Anweisungen, die ein Schedule zusammen bewegt.</translation>
    </message>
    <message>
        <source>Iterator %1: a coordinate of axis %2; spatial: its turns write different elements.</source>
        <translation>Iterator %1: eine Koordinate der Achse %2; räumlich: ihre Durchgänge schreiben verschiedene Elemente.</translation>
    </message>
    <message>
        <source>Iterator %1: a coordinate of axis %2; reduced: its turns add to the same elements.</source>
        <translation>Iterator %1: eine Koordinate der Achse %2; reduzierend: ihre Durchgänge addieren auf dieselben Elemente.</translation>
    </message>
    <message>
        <source>%1: a name for %2.</source>
        <translation>%1: ein Name für %2.</translation>
    </message>
    <message>
        <source>%1: a size, the same for the whole launch%2.</source>
        <translation>%1: eine Größe, im ganzen Start dieselbe%2.</translation>
    </message>
    <message>
        <source>%1 = %2: a size, the same for the whole launch%3.</source>
        <translation>%1 = %2: eine Größe, im ganzen Start dieselbe%3.</translation>
    </message>
    <message>
        <source>%1: a size that each tile has for itself%2.</source>
        <translation>%1: eine Größe, die jedes Tile für sich hat%2.</translation>
    </message>
</context>
<context>
    <name>counters</name>
    <message>
        <source>kernel, counting</source>
        <translation>Kernel, beim Zählen</translation>
    </message>
    <message>
        <source>read from DRAM</source>
        <translation>aus DRAM gelesen</translation>
    </message>
    <message>
        <source>written to DRAM</source>
        <translation>in DRAM geschrieben</translation>
    </message>
    <message>
        <source>read from L2</source>
        <translation>aus L2 gelesen</translation>
    </message>
    <message>
        <source>written to L2</source>
        <translation>in L2 geschrieben</translation>
    </message>
    <message>
        <source>through L1</source>
        <translation>durch L1</translation>
    </message>
    <message>
        <source>L2 hit rate</source>
        <translation>Trefferquote L2</translation>
    </message>
    <message>
        <source>L1 hit rate</source>
        <translation>Trefferquote L1</translation>
    </message>
    <message>
        <source>occupancy</source>
        <translation>Belegung</translation>
    </message>
    <message>
        <source>busiest SM pipe</source>
        <translation>meistbelegte SM-Pipe</translation>
    </message>
    <message>
        <source>DRAM busy</source>
        <translation>DRAM ausgelastet</translation>
    </message>
    <message>
        <source>instructions</source>
        <translation>Instruktionen</translation>
    </message>
    <message>
        <source>tensor instructions</source>
        <translation>Tensor-Instruktionen</translation>
    </message>
    <message>
        <source>sectors added</source>
        <translation>addierte Sektoren</translation>
    </message>
    <message>
        <source>sectors of atomics</source>
        <translation>Sektoren von Atomics</translation>
    </message>
</context>
<context>
    <name>jobs</name>
    <message>
        <source>there is not enough memory for this</source>
        <translation>dafür reicht der Speicher nicht</translation>
    </message>
    <message>
        <source>an unknown fault</source>
        <translation>ein unbekannter Fehler</translation>
    </message>
    <message>
        <source>kind of error: %1</source>
        <translation>Art des Fehlers: %1</translation>
    </message>
</context>
<context>
    <name>live</name>
    <message>
        <source>%1, %2 of %3: round %4, %5 covered</source>
        <translation>%1, %2 von %3: Runde %4, %5 abgedeckt</translation>
    </message>
</context>
<context>
    <name>numbers</name>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
</context>
<context>
    <name>sparsescope</name>
    <message>
        <source>place of the column</source>
        <translation>Stelle der Spalte</translation>
    </message>
    <message>
        <source>column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>place of the row</source>
        <translation>Stelle der Zeile</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>%1, tile %2 of %3</source>
        <translation>%1, Tile %2 von %3</translation>
    </message>
    <message>
        <source>Tiles of the plan</source>
        <translation>Tiles des Plans</translation>
    </message>
    <message>
        <source>Curves of the search</source>
        <translation>Kurven der Suche</translation>
    </message>
    <message>
        <source>Rounds of the search</source>
        <translation>Runden der Suche</translation>
    </message>
    <message>
        <source>Predicted and measured times</source>
        <translation>Vorhergesagte und gemessene Zeiten</translation>
    </message>
    <message>
        <source>Counters of the run</source>
        <translation>Zähler des Laufs</translation>
    </message>
    <message>
        <source>Lengths of rows and columns</source>
        <translation>Längen von Zeilen und Spalten</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Exporting %1</source>
        <translation>%1 exportieren</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>In grey, “%1” looks like “%2”. Choose a layer from little to much, such as cost, time or magnitude.</source>
        <translation>In Grau sieht „%1“ wie „%2“ aus. Eine Ebene von wenig bis viel wählen, etwa Kosten, Zeit oder Betrag.</translation>
    </message>
    <message>
        <source>In grey, “%1” looks like a colour of the scale. Say in the caption where it is, or choose the layer format.</source>
        <translation>In Grau sieht „%1“ wie eine Farbe der Skala aus. In der Bildunterschrift sagen, wo es ist, oder die Ebene Format wählen.</translation>
    </message>
    <message>
        <source>In grey, “%1” looks like “%2”. Choose the layer format, which is hatched, or a layer from little to much, such as padding or cost.</source>
        <translation>In Grau sieht „%1“ wie „%2“ aus. Die Ebene Format wählen, die schraffiert ist, oder eine von wenig bis viel, etwa Padding oder Kosten.</translation>
    </message>
    <message>
        <source>%1 more pairs look alike.</source>
        <translation>%1 weitere Paare sehen gleich aus.</translation>
    </message>
    <message>
        <source>as predicted</source>
        <translation>wie vorhergesagt</translation>
    </message>
    <message>
        <source>%1 times %2</source>
        <translation>%1-mal %2</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>schneller</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>langsamer</translation>
    </message>
    <message>
        <source>stretched: rows and columns differ in scale</source>
        <translation>gestreckt: Zeilen und Spalten haben verschiedene Maßstäbe</translation>
    </message>
    <message>
        <source>1 pixel = %1 × %2 places</source>
        <translation>1 Pixel = %1 × %2 Stellen</translation>
    </message>
    <message>
        <source>1 place = %1 × %2 pixels</source>
        <translation>1 Stelle = %1 × %2 Pixel</translation>
    </message>
    <message>
        <source>non-zeros in a pixel</source>
        <translation>Nichtnullen in einem Pixel</translation>
    </message>
    <message>
        <source>1</source>
        <translation>1</translation>
    </message>
    <message>
        <source>any non-zero in a pixel</source>
        <translation>irgendeine Nichtnull in einem Pixel</translation>
    </message>
    <message>
        <source>one or more</source>
        <translation>eine oder mehr</translation>
    </message>
    <message>
        <source>largest |value| of a pixel, logarithmic</source>
        <translation>größter |Wert| eines Pixels, logarithmisch</translation>
    </message>
    <message>
        <source>largest |value| of a pixel</source>
        <translation>größter |Wert| eines Pixels</translation>
    </message>
    <message>
        <source>signs of a pixel&apos;s values</source>
        <translation>Vorzeichen der Werte eines Pixels</translation>
    </message>
    <message>
        <source>negative</source>
        <translation>negativ</translation>
    </message>
    <message>
        <source>as many</source>
        <translation>gleich viele</translation>
    </message>
    <message>
        <source>positive</source>
        <translation>positiv</translation>
    </message>
    <message>
        <source>format of the tile</source>
        <translation>Format des Tiles</translation>
    </message>
    <message>
        <source>tile</source>
        <translation>Tile</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>noch keines</translation>
    </message>
    <message>
        <source>level of the tile</source>
        <translation>Level des Tiles</translation>
    </message>
    <message>
        <source>16 or more</source>
        <translation>16 oder mehr</translation>
    </message>
    <message>
        <source>rows of the output</source>
        <translation>Zeilen der Ausgabe</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>ganz</translation>
    </message>
    <message>
        <source>split</source>
        <translation>geteilt</translation>
    </message>
    <message>
        <source>round that chose the tile</source>
        <translation>Runde, die das Tile wählte</translation>
    </message>
    <message>
        <source>padding: share of the tile&apos;s places that hold no non-zero</source>
        <translation>Padding: Anteil der Stellen des Tiles ohne Nichtnull</translation>
    </message>
    <message>
        <source>share of the tile&apos;s places that another tile owns</source>
        <translation>Anteil der Stellen des Tiles, die einem anderen Tile gehören</translation>
    </message>
    <message>
        <source>predicted cost of a sub-task</source>
        <translation>vorhergesagte Kosten einer Teilaufgabe</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>not covered yet</source>
        <translation>noch nicht abgedeckt</translation>
    </message>
    <message>
        <source>the dynamic plan runs it on the GPU, over all masks</source>
        <translation>der dynamische Plan führt es auf der GPU aus, über alle Masken</translation>
    </message>
    <message>
        <source>By itself, as the plan of this mask alone, it runs on the CPU only.</source>
        <translation>Für sich, als Plan dieser Maske allein, läuft er nur auf der CPU.</translation>
    </message>
    <message>
        <source>runs on the CPU only</source>
        <translation>läuft nur auf der CPU</translation>
    </message>
    <message>
        <source>There is no GPU code for it.</source>
        <translation>Dafür gibt es keinen GPU-Code.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>    %1, measured</source>
        <translation>    %1, gemessen</translation>
    </message>
    <message>
        <source>Not measured, so that the prediction decided: %1</source>
        <translation>Nicht gemessen, daher entschied die Vorhersage: %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Several sub-tasks compute parts of an output of these tiles.</source>
        <translation>Mehrere Teilaufgaben berechnen Teile einer Ausgabe dieser Tiles.</translation>
    </message>
    <message>
        <source>Several stored rows hold parts of a row of the output: each part is stored in a slot, and the last sub-task adds them up.</source>
        <translation>Mehrere gespeicherte Zeilen enthalten Teile einer Zeile der Ausgabe: jeder Teil kommt in einen Slot, und die letzte Teilaufgabe summiert sie.</translation>
    </message>
    <message>
        <source>Several stored rows hold parts of a row of the output: they are added to each other atomically.</source>
        <translation>Mehrere gespeicherte Zeilen enthalten Teile einer Zeile der Ausgabe: sie werden atomar addiert.</translation>
    </message>
    <message>
        <source>    in</source>
        <translation>    in</translation>
    </message>
    <message>
        <source>Tiles that hold such a part</source>
        <translation>Tiles, die einen solchen Teil enthalten</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>planner</source>
        <translation>Planer</translation>
    </message>
    <message>
        <source>order</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>Its tiles were cut from rows and columns in this order; they keep the file&apos;s numbers.</source>
        <translation>Seine Tiles wurden aus so angeordneten Zeilen und Spalten geschnitten; sie behalten die Nummern der Datei.</translation>
    </message>
    <message>
        <source>levels</source>
        <translation>Level</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>The order of the sub-tasks: by their cost, or part by part and row by row.</source>
        <translation>Die Reihenfolge der Teilaufgaben: nach ihren Kosten oder Teil für Teil und Zeile für Zeile.</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>Padding</translation>
    </message>
    <message>
        <source>%1 stored places, %2 own a non-zero, %3 redundant</source>
        <translation>%1 gespeicherte Stellen, %2 besitzen eine Nichtnull, %3 redundant</translation>
    </message>
    <message>
        <source>%1 bytes; as CSR %2</source>
        <translation>%1 Byte; als CSR %2</translation>
    </message>
    <message>
        <source>bytes of places</source>
        <translation>Bytes der Stellen</translation>
    </message>
    <message>
        <source>%1. Value, row and column of each place: of these the kernel of a graph stores what does not follow from others, which the last node under Graph tells.</source>
        <translation>%1. Wert, Zeile und Spalte jeder Stelle: davon speichert der Kernel eines Graphen, was nicht aus anderem folgt; das sagt der letzte Knoten unter Graph.</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>as CSR</source>
        <translation>als CSR</translation>
    </message>
    <message>
        <source>Cancelled in %1 with %2 of the non-zeros covered; simple tiles own the rest.</source>
        <translation>Abgebrochen in %1, als %2 der Nichtnullen abgedeckt waren; den Rest besitzen einfache Tiles.</translation>
    </message>
    <message>
        <source>Cancelled in %1: the best plan of those that were complete by then.</source>
        <translation>Abgebrochen in %1: der beste der bis dahin fertigen Pläne.</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>As a graph %1.</source>
        <translation>Als Graph %1.</translation>
    </message>
    <message>
        <source>What if: predicted with %1</source>
        <translation>Was wäre wenn: vorhergesagt mit %1</translation>
    </message>
    <message>
        <source>    %1</source>
        <translation>    %1</translation>
    </message>
    <message>
        <source>search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>slice</source>
        <translation>Slice</translation>
    </message>
    <message>
        <source>  column</source>
        <translation>  Spalte</translation>
    </message>
    <message>
        <source>shown at</source>
        <translation>gezeigt bei</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>not stored</source>
        <translation>nicht gespeichert</translation>
    </message>
    <message>
        <source>a non-zero</source>
        <translation>eine Nichtnull</translation>
    </message>
    <message>
        <source>in its row</source>
        <translation>in seiner Zeile</translation>
    </message>
    <message>
        <source>non-zeros of the row</source>
        <translation>Nichtnullen der Zeile</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>strip</source>
        <translation>Streifen</translation>
    </message>
    <message>
        <source>members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>dense tiles</source>
        <translation>dichte Tiles</translation>
    </message>
    <message>
        <source>level</source>
        <translation>Level</translation>
    </message>
    <message>
        <source>round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>relation</source>
        <translation>Relation</translation>
    </message>
    <message>
        <source>first row</source>
        <translation>erste Zeile</translation>
    </message>
    <message>
        <source>rows × width</source>
        <translation>Zeilen × Breite</translation>
    </message>
    <message>
        <source>stored</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>owned</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>redundant</source>
        <translation>redundant</translation>
    </message>
    <message>
        <source>zeros, padding</source>
        <translation>Nullen, Padding</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>other stored rows hold parts of some of its rows of the output too</source>
        <translation>auch andere gespeicherte Zeilen enthalten Teile mancher ihrer Ausgabezeilen</translation>
    </message>
    <message>
        <source>%1 bytes of packed arrays</source>
        <translation>%1 Byte gepackte Arrays</translation>
    </message>
    <message>
        <source>Tile %1, chosen so far</source>
        <translation>Tile %1, bisher gewählt</translation>
    </message>
    <message>
        <source>It was withdrawn since: a block that is cheaper took its place.</source>
        <translation>Es wurde seither zurückgezogen: ein billigerer Block nahm seinen Platz ein.</translation>
    </message>
    <message>
        <source>Time of a sub-task</source>
        <translation>Zeit einer Teilaufgabe</translation>
    </message>
    <message>
        <source>Tile %1</source>
        <translation>Tile %1</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>aufgezeichnet</translation>
    </message>
    <message>
        <source>saturated</source>
        <translation>gesättigt</translation>
    </message>
    <message>
        <source>in situ</source>
        <translation>in situ</translation>
    </message>
    <message>
        <source>This tile is not in the sample that was measured.</source>
        <translation>Dieses Tile ist nicht in der gemessenen Stichprobe.</translation>
    </message>
    <message>
        <source>Rivals in round %1</source>
        <translation>Konkurrenten in Runde %1</translation>
    </message>
    <message>
        <source>Cost per non-zero that a candidate would have covered</source>
        <translation>Kosten je Nichtnull, die ein Kandidat abgedeckt hätte</translation>
    </message>
    <message>
        <source>this tile</source>
        <translation>dieses Tile</translation>
    </message>
    <message>
        <source>They are of another split of the dense loop than this tile&apos;s cost now.</source>
        <translation>Sie gehören zu einer anderen Teilung der dichten Schleife als die jetzigen Kosten dieses Tiles.</translation>
    </message>
    <message>
        <source>best</source>
        <translation>beste</translation>
    </message>
    <message>
        <source>row %1, %2 x %3, covers %4</source>
        <translation>Zeile %1, %2 x %3, deckt %4 ab</translation>
    </message>
    <message>
        <source>lost: %1</source>
        <translation>verloren: %1</translation>
    </message>
    <message>
        <source>and %1 more that were recorded</source>
        <translation>und %1 weitere, die aufgezeichnet wurden</translation>
    </message>
    <message>
        <source>No candidate of this round was recorded as lost.</source>
        <translation>In dieser Runde wurde kein unterlegener Kandidat aufgezeichnet.</translation>
    </message>
    <message>
        <source>A plan is being searched: its tiles appear as they are chosen.</source>
        <translation>Ein Plan wird gesucht: seine Tiles erscheinen, sobald sie gewählt sind.</translation>
    </message>
    <message>
        <source>Search a plan (Alt+2) to see how the matrix is cut into tiles.</source>
        <translation>Einen Plan suchen (Alt+2), um zu sehen, wie die Matrix in Tiles zerlegt wird.</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>slices</source>
        <translation>Slices</translation>
    </message>
    <message>
        <source>side by side, of %1 columns each</source>
        <translation>nebeneinander, je %1 Spalten</translation>
    </message>
    <message>
        <source>non-zeros</source>
        <translation>Nichtnullen</translation>
    </message>
    <message>
        <source>density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>symmetry</source>
        <translation>Symmetrie</translation>
    </message>
    <message>
        <source>in memory</source>
        <translation>im Speicher</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>Notes of the reader</source>
        <translation>Anmerkungen des Lesers</translation>
    </message>
    <message>
        <source>duplicates summed</source>
        <translation>Doppelte summiert</translation>
    </message>
    <message>
        <source>non-zeros each</source>
        <translation>je Nichtnullen</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>mean, median</source>
        <translation>Mittel, Median</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>longest 1 % hold</source>
        <translation>längste 1 % halten</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>Struktur</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>Bandbreite</translation>
    </message>
    <message>
        <source>the farthest non-zero from the diagonal</source>
        <translation>die von der Diagonale am weitesten entfernte Nichtnull</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>%1: sum over the rows of how far the first non-zero lies left of the diagonal</source>
        <translation>%1: Summe über die Zeilen, wie weit die erste Nichtnull links der Diagonale liegt</translation>
    </message>
    <message>
        <source>on the diagonal</source>
        <translation>auf der Diagonale</translation>
    </message>
    <message>
        <source>%1 non-zeros below the diagonal, %2 above it</source>
        <translation>%1 Nichtnullen unter der Diagonale, %2 darüber</translation>
    </message>
    <message>
        <source>symmetric places</source>
        <translation>symmetrische Stellen</translation>
    </message>
    <message>
        <source>neighbours</source>
        <translation>Nachbarn</translation>
    </message>
    <message>
        <source>of the non-zeros that have one right beside them, right below them: %1, %2</source>
        <translation>der Nichtnullen, die eine direkt neben sich, direkt unter sich haben: %1, %2</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>least, most</source>
        <translation>kleinste, größte</translation>
    </message>
    <message>
        <source>smallest, not zero</source>
        <translation>kleinste, nicht null</translation>
    </message>
    <message>
        <source>stored zeros</source>
        <translation>gespeicherte Nullen</translation>
    </message>
    <message>
        <source>infinite or not a number</source>
        <translation>unendlich oder keine Zahl</translation>
    </message>
    <message>
        <source>Blocks filled</source>
        <translation>Gefüllte Blöcke</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 blocks of %2 x %2 hold a non-zero; %3 of their places hold one</source>
        <translation>%1 Blöcke von %2 x %2 enthalten eine Nichtnull; %3 ihrer Stellen enthalten eine</translation>
    </message>
    <message>
        <source>LiteForm&apos;s features</source>
        <translation>Merkmale von LiteForm</translation>
    </message>
    <message>
        <source>row length, deviation</source>
        <translation>Zeilenlänge, Abweichung</translation>
    </message>
    <message>
        <source>row density, deviation</source>
        <translation>Zeilendichte, Abweichung</translation>
    </message>
    <message>
        <source>other dimensions</source>
        <translation>andere Dimensionen</translation>
    </message>
    <message>
        <source>of the operator: with the shape, the non-zeros and the spread of the rows&apos; densities, what the number of partitions is predicted from; the format from the spread of their lengths</source>
        <translation>des Operators: mit Form, Nichtnullen und Streuung der Zeilendichten wird daraus die Zahl der Partitionen vorhergesagt; das Format aus der Streuung der Zeilenlängen</translation>
    </message>
    <message>
        <source>Tiles in it</source>
        <translation>Tiles darin</translation>
    </message>
    <message>
        <source>they own a non-zero of the rectangle</source>
        <translation>sie besitzen eine Nichtnull des Rechtecks</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 of the rectangle&apos;s non-zeros</source>
        <translation>%1 der Nichtnullen des Rechtecks</translation>
    </message>
    <message>
        <source>wholly inside</source>
        <translation>ganz innerhalb</translation>
    </message>
    <message>
        <source>they own nothing outside of it</source>
        <translation>sie besitzen nichts außerhalb</translation>
    </message>
    <message>
        <source>with split rows</source>
        <translation>mit geteilten Zeilen</translation>
    </message>
    <message>
        <source>of all places of these tiles: %1 stored, %2 own a non-zero, %3 redundant</source>
        <translation>aller Stellen dieser Tiles: %1 gespeichert, %2 besitzen eine Nichtnull, %3 redundant</translation>
    </message>
    <message>
        <source>sum of the costs of one sub-task of each tile: %1 ns on one SM</source>
        <translation>Summe der Kosten einer Teilaufgabe jedes Tiles: %1 ns auf einem SM</translation>
    </message>
    <message>
        <source>Rectangle</source>
        <translation>Rechteck</translation>
    </message>
    <message>
        <source>rows shown at</source>
        <translation>Zeilen, gezeigt bei</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>columns shown at</source>
        <translation>Spalten, gezeigt bei</translation>
    </message>
    <message>
        <source>%1 columns</source>
        <translation>%1 Spalten</translation>
    </message>
    <message>
        <source>places</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>Being counted.</source>
        <translation>Wird gezählt.</translation>
    </message>
    <message>
        <source>empty rows</source>
        <translation>leere Zeilen</translation>
    </message>
    <message>
        <source>empty columns</source>
        <translation>leere Spalten</translation>
    </message>
    <message>
        <source>longest row</source>
        <translation>längste Zeile</translation>
    </message>
    <message>
        <source>the first of the rows with the most non-zeros in the rectangle</source>
        <translation>die erste der Zeilen mit den meisten Nichtnullen im Rechteck</translation>
    </message>
    <message>
        <source>    holds</source>
        <translation>    enthält</translation>
    </message>
    <message>
        <source>longest column</source>
        <translation>längste Spalte</translation>
    </message>
    <message>
        <source>the first of the columns with the most non-zeros in the rectangle</source>
        <translation>die erste der Spalten mit den meisten Nichtnullen im Rechteck</translation>
    </message>
    <message>
        <source>Figure 1</source>
        <translation>Abbildung 1</translation>
    </message>
    <message>
        <source>8 x 8 with 10 non-zeros: the example of the STile paper</source>
        <translation>8 x 8 mit 10 Nichtnullen: das Beispiel des STile-Papers</translation>
    </message>
    <message>
        <source>LogSparse mask</source>
        <translation>LogSparse-Maske</translation>
    </message>
    <message>
        <source>4,096 x 4,096 attention mask, 90,115 non-zeros</source>
        <translation>Attention-Maske, 4,096 x 4,096, 90,115 Nichtnullen</translation>
    </message>
    <message>
        <source>Strided mask</source>
        <translation>Strided-Maske</translation>
    </message>
    <message>
        <source>4,096 x 4,096 attention mask, 766,144 non-zeros</source>
        <translation>Attention-Maske, 4,096 x 4,096, 766,144 Nichtnullen</translation>
    </message>
    <message>
        <source>Blocks and runs</source>
        <translation>Blöcke und Läufe</translation>
    </message>
    <message>
        <source>Dense blocks along the diagonal, crossed by runs</source>
        <translation>Dichte Blöcke auf der Diagonale, gekreuzt von Läufen</translation>
    </message>
    <message>
        <source>R-MAT graph</source>
        <translation>R-MAT-Graph</translation>
    </message>
    <message>
        <source>16,384 nodes, about 130,000 edges, a few of them everywhere</source>
        <translation>16,384 Knoten, etwa 130,000 Kanten, einige davon überall</translation>
    </message>
    <message>
        <source>%1: each mask run on an H200, by a dynamic plan and by its rivals</source>
        <translation>%1: jede Maske auf einer H200 ausgeführt, vom dynamischen Plan und von seinen Konkurrenten</translation>
    </message>
    <message>
        <source>Systems side by side</source>
        <translation>Systeme im Vergleich</translation>
    </message>
    <message>
        <source>Six systems, one matrix</source>
        <translation>Sechs Systeme, eine Matrix</translation>
    </message>
    <message>
        <source>STile, SparseTIR&apos;s hyb, LiteForm&apos;s CELL by a forest, SparDA, an edited program and AlphaSparse, run on an H200</source>
        <translation>STile, SparseTIRs hyb, LiteForms CELL nach einem Wald, SparDA, ein bearbeitetes Programm und AlphaSparse, ausgeführt auf einer H200</translation>
    </message>
    <message>
        <source>A search among graphs</source>
        <translation>Eine Suche unter Graphen</translation>
    </message>
    <message>
        <source>A search, recorded</source>
        <translation>Eine aufgezeichnete Suche</translation>
    </message>
    <message>
        <source>375 formats and kernels for one matrix, measured on an H200, and the graph that was fastest</source>
        <translation>375 Formate und Kernel für eine Matrix, gemessen auf einer H200, und der Graph, der am schnellsten war</translation>
    </message>
    <message>
        <source>A plan as a program</source>
        <translation>Ein Plan als Programm</translation>
    </message>
    <message>
        <source>BSR and ELL</source>
        <translation>BSR und ELL</translation>
    </message>
    <message>
        <source>Blocks in BSR and the rest in ELL, as SparseTIR&apos;s program in three stages: edit it, schedule it, check it</source>
        <translation>Blöcke in BSR und der Rest in ELL, als SparseTIR-Programm in drei Stufen: bearbeiten, mit Schedules versehen, prüfen</translation>
    </message>
    <message>
        <source>A typed graph, relation by relation</source>
        <translation>Ein typisierter Graph, Relation für Relation</translation>
    </message>
    <message>
        <source>A typed graph</source>
        <translation>Typisierter Graph</translation>
    </message>
    <message>
        <source>7,262 nodes with 45 types of edges, as many as SparseTIR&apos;s AIFB has: buckets of each relation beside CSR, both orders, and what libraries take, run on an H200</source>
        <translation>7,262 Knoten mit 45 Kantentypen, so viele wie SparseTIRs AIFB: Buckets jeder Relation neben CSR, beide Reihenfolgen, und was Bibliotheken brauchen, ausgeführt auf einer H200</translation>
    </message>
    <message>
        <source>Masks of experts</source>
        <translation>Masken von Experten</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Tokens that a router sends to experts</source>
        <translation>Tokens, die ein Router an Experten schickt</translation>
    </message>
    <message>
        <source>Masks of a ragged batch</source>
        <translation>Masken eines ungleichen Batches</translation>
    </message>
    <message>
        <source>Ragged batch</source>
        <translation>Ungleicher Batch</translation>
    </message>
    <message>
        <source>Sequences of different lengths, padded to the longest</source>
        <translation>Folgen verschiedener Länge, bis zur längsten aufgefüllt</translation>
    </message>
    <message>
        <source>Masks of attention</source>
        <translation>Masken von Attention</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Attention that keeps other places for every input</source>
        <translation>Attention, die für jede Eingabe andere Stellen behält</translation>
    </message>
    <message>
        <source>Masks of activations</source>
        <translation>Masken von Aktivierungen</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Activations behind a ReLU</source>
        <translation>Aktivierungen hinter einer ReLU</translation>
    </message>
    <message>
        <source>Masks of pruning</source>
        <translation>Masken von Pruning</translation>
    </message>
    <message>
        <source>Pruning</source>
        <translation>Pruning</translation>
    </message>
    <message>
        <source>Weights that are pruned while they are trained</source>
        <translation>Gewichte, die während des Trainings entfernt werden</translation>
    </message>
    <message>
        <source>What the cost model says one product takes.</source>
        <translation>Was ein Produkt laut Kostenmodell dauert.</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>Median of the newest verified run; the spread is that of all runs.</source>
        <translation>Median des neuesten geprüften Laufs; die Streuung ist die aller Läufe.</translation>
    </message>
    <message>
        <source>storage</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Bytes of the packed arrays.</source>
        <translation>Bytes der gepackten Arrays.</translation>
    </message>
    <message>
        <source>stored places</source>
        <translation>gespeicherte Stellen</translation>
    </message>
    <message>
        <source>Non-zeros, padding and redundant places.</source>
        <translation>Nichtnullen, Padding und redundante Stellen.</translation>
    </message>
    <message>
        <source>Part of the stored places that are zeros of the matrix.</source>
        <translation>Anteil der gespeicherten Stellen, die Nullen der Matrix sind.</translation>
    </message>
    <message>
        <source>Part of the stored places that other tiles own.</source>
        <translation>Anteil der gespeicherten Stellen, die anderen Tiles gehören.</translation>
    </message>
    <message>
        <source>Sub-tensors that are stored in one format each.</source>
        <translation>Teiltensoren, die je in einem Format gespeichert sind.</translation>
    </message>
    <message>
        <source>tiles, %1</source>
        <translation>Tiles, %1</translation>
    </message>
    <message>
        <source>Tiles of this format.</source>
        <translation>Tiles dieses Formats.</translation>
    </message>
    <message>
        <source>Part of the tiles whose rows of the output other stored rows hold parts of too.</source>
        <translation>Anteil der Tiles, von deren Ausgabezeilen auch andere gespeicherte Zeilen Teile enthalten.</translation>
    </message>
    <message>
        <source>Generations of candidates that tiles came from.</source>
        <translation>Generationen der Kandidaten, aus denen die Tiles stammen.</translation>
    </message>
    <message>
        <source>The same product by a baseline, in the runs of each plan.</source>
        <translation>Dasselbe Produkt von einer Baseline, in den Läufen jedes Plans.</translation>
    </message>
    <message>
        <source>not comparable</source>
        <translation>nicht vergleichbar</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>%1 points less</source>
        <translation>%1 Punkte weniger</translation>
    </message>
    <message>
        <source>%1 points more</source>
        <translation>%1 Punkte mehr</translation>
    </message>
    <message>
        <source>none before</source>
        <translation>vorher keine</translation>
    </message>
    <message>
        <source>%1 faster</source>
        <translation>%1 schneller</translation>
    </message>
    <message>
        <source>%1 slower</source>
        <translation>%1 langsamer</translation>
    </message>
    <message>
        <source>%1 as much</source>
        <translation>%1 so viel</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>%1 weniger</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 mehr</translation>
    </message>
    <message>
        <source>no </source>
        <translation>ohne </translation>
    </message>
    <message>
        <source>The plans are for different operators: their times are not of the same work.</source>
        <translation>Die Pläne sind für verschiedene Operatoren: ihre Zeiten gelten nicht derselben Arbeit.</translation>
    </message>
    <message>
        <source>%1 and %2 are equal in every figure, and every non-zero is in the same format.</source>
        <translation>%1 und %2 sind in jeder Größe gleich, und jede Nichtnull liegt im selben Format.</translation>
    </message>
    <message>
        <source>The search of %1 was cancelled with %2 of the non-zeros covered; simple tiles own the rest.</source>
        <translation>Die Suche von %1 wurde abgebrochen, als %2 der Nichtnullen abgedeckt waren; den Rest besitzen einfache Tiles.</translation>
    </message>
    <message>
        <source>The search of %1 was cancelled: it is the best plan of those that were complete by then.</source>
        <translation>Die Suche von %1 wurde abgebrochen: es ist der beste der bis dahin fertigen Pläne.</translation>
    </message>
    <message>
        <source>%1 and %2 run on the CPU only.</source>
        <translation>%1 und %2 laufen nur auf der CPU.</translation>
    </message>
    <message>
        <source>%1 runs on the CPU only.</source>
        <translation>%1 läuft nur auf der CPU.</translation>
    </message>
    <message>
        <source>%1: %2, %3: %4</source>
        <translation>%1: %2, %3: %4</translation>
    </message>
    <message>
        <source>They are predicted by different costs (%1), which says nothing about the two.</source>
        <translation>Sie sind mit verschiedenen Kosten vorhergesagt (%1), was über die beiden nichts sagt.</translation>
    </message>
    <message>
        <source>%1 and %2 are predicted equally fast (%3).</source>
        <translation>%1 und %2 sind laut Vorhersage gleich schnell (%3).</translation>
    </message>
    <message>
        <source>%1 is predicted %2 (%3 against %4).</source>
        <translation>%1 ist laut Vorhersage %2 (%3 gegen %4).</translation>
    </message>
    <message>
        <source>Measured (recorded)</source>
        <translation>Gemessen (aufgezeichnet)</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>They were measured on different GPUs (%1).</source>
        <translation>Sie wurden auf verschiedenen GPUs gemessen (%1).</translation>
    </message>
    <message>
        <source>%1, their difference is within the noise.</source>
        <translation>%1: ihr Unterschied liegt im Rauschen.</translation>
    </message>
    <message>
        <source>%1, %2 is %3.</source>
        <translation>%1: %2 ist %3.</translation>
    </message>
    <message>
        <source>Only %1 was measured.</source>
        <translation>Nur %1 wurde gemessen.</translation>
    </message>
    <message>
        <source>Both store about as many places.</source>
        <translation>Beide speichern etwa gleich viele Stellen.</translation>
    </message>
    <message>
        <source>%1 stores %2 fewer places</source>
        <translation>%1 speichert %2 weniger Stellen</translation>
    </message>
    <message>
        <source>%1 stores %2 as many places</source>
        <translation>%1 speichert %2 so viele Stellen</translation>
    </message>
    <message>
        <source>%1 stores %2 more places</source>
        <translation>%1 speichert %2 mehr Stellen</translation>
    </message>
    <message>
        <source>: %1 padding against %2</source>
        <translation>: %1 Padding gegen %2</translation>
    </message>
    <message>
        <source>They have as many tiles.</source>
        <translation>Sie haben gleich viele Tiles.</translation>
    </message>
    <message>
        <source>%1 has %2 more.</source>
        <translation>%1 hat %2 mehr.</translation>
    </message>
    <message>
        <source>%1 has %2 fewer.</source>
        <translation>%1 hat %2 weniger.</translation>
    </message>
    <message>
        <source>%1 of its tiles have split rows, %2 of those of %3.</source>
        <translation>%1 seiner Tiles haben geteilte Zeilen, %2 derer von %3.</translation>
    </message>
    <message>
        <source>%1 of the non-zeros are in the same format.</source>
        <translation>%1 der Nichtnullen liegen im selben Format.</translation>
    </message>
    <message>
        <source> against </source>
        <translation> gegen </translation>
    </message>
    <message>
        <source>search time</source>
        <translation>Suchzeit</translation>
    </message>
    <message>
        <source>split rows</source>
        <translation>geteilte Zeilen</translation>
    </message>
    <message>
        <source>memory cost</source>
        <translation>Speicherkosten</translation>
    </message>
    <message>
        <source>graphs tried</source>
        <translation>versuchte Graphen</translation>
    </message>
    <message>
        <source>predicted / default</source>
        <translation>vorhergesagt / Standard</translation>
    </message>
    <message>
        <source>measured / default</source>
        <translation>gemessen / Standard</translation>
    </message>
    <message>
        <source>paper, measured / default</source>
        <translation>Paper, gemessen / Standard</translation>
    </message>
    <message>
        <source>search / default</source>
        <translation>Suche / Standard</translation>
    </message>
    <message>
        <source>paper, search / default</source>
        <translation>Paper, Suche / Standard</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation> und %1 weitere</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>median error</source>
        <translation>Medianfehler</translation>
    </message>
    <message>
        <source>of the index</source>
        <translation>des Index</translation>
    </message>
    <message>
        <source>of the kernel</source>
        <translation>des Kernels</translation>
    </message>
    <message>
        <source>Median of |measured - predicted| / measured; zeroing and conversion are in both</source>
        <translation>Median von |gemessen - vorhergesagt| / gemessen; Nullsetzen und Konvertierung sind in beiden</translation>
    </message>
    <message>
        <source>Median of |measured - predicted| / measured</source>
        <translation>Median von |gemessen - vorhergesagt| / gemessen</translation>
    </message>
    <message>
        <source>r</source>
        <translation>r</translation>
    </message>
    <message>
        <source>Pearson&apos;s correlation of predicted and measured totals</source>
        <translation>Korrelation nach Pearson der vorhergesagten und gemessenen Summen</translation>
    </message>
    <message>
        <source>masks</source>
        <translation>Masken</translation>
    </message>
    <message>
        <source>Measured are the first %1 of %2 masks.</source>
        <translation>Gemessen sind die ersten %1 von %2 Masken.</translation>
    </message>
    <message>
        <source>Against the best choice</source>
        <translation>Gegen die beste Wahl</translation>
    </message>
    <message>
        <source>geometric mean</source>
        <translation>geometrisches Mittel</translation>
    </message>
    <message>
        <source>Time over that of the best pairing or the dense product of each mask, of %1</source>
        <translation>Zeit, geteilt durch die der besten Paarung oder des dichten Produkts jeder Maske, über %1</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>at worst</source>
        <translation>schlimmstenfalls</translation>
    </message>
    <message>
        <source>%1, mask %2</source>
        <translation>%1, Maske %2</translation>
    </message>
    <message>
        <source>Share of the time</source>
        <translation>Anteil an der Zeit</translation>
    </message>
    <message>
        <source>%1 (%2–%3)</source>
        <translation>%1 (%2–%3)</translation>
    </message>
    <message>
        <source>Of the time of all masks, and of that of each</source>
        <translation>An der Zeit aller Masken, und an der jeder einzelnen</translation>
    </message>
    <message>
        <source>Ordered against unordered index</source>
        <translation>Geordneter gegen ungeordneten Index</translation>
    </message>
    <message>
        <source>%1, %2 unordered</source>
        <translation>%1, %2 ungeordnet</translation>
    </message>
    <message>
        <source>Medians of the masks, ordered and unordered</source>
        <translation>Mediane der Masken, geordnet und ungeordnet</translation>
    </message>
    <message>
        <source>%1 as long (%2 to %3)</source>
        <translation>%1 so lange (%2 bis %3)</translation>
    </message>
    <message>
        <source>Ordered over unordered, mask by mask: geometric mean, least and most</source>
        <translation>Geordnet durch ungeordnet, Maske für Maske: geometrisches Mittel, kleinstes und größtes</translation>
    </message>
    <message>
        <source>index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>ordered on %1 of %2</source>
        <translation>geordnet bei %1 von %2</translation>
    </message>
    <message>
        <source>By the total; masks that both runs gather by one pairing are compared</source>
        <translation>Nach der Summe; verglichen werden Masken, die beide Läufe nach einer Paarung einsammeln</translation>
    </message>
    <message>
        <source>The runs also differ in: %1.</source>
        <translation>Die Läufe unterscheiden sich auch in: %1.</translation>
    </message>
    <message>
        <source>Index of mask 0, by CUPTI</source>
        <translation>Index der Maske 0, von CUPTI</translation>
    </message>
    <message>
        <source>Kernel of mask 0, by CUPTI</source>
        <translation>Kernel der Maske 0, von CUPTI</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>predicted %1</source>
        <translation>vorhergesagt %1</translation>
    </message>
    <message>
        <source>By CUPTI&apos;s activity record, without the launch, which the prediction has. Timed with its launch: %1.</source>
        <translation>Nach CUPTIs Aktivitätsaufzeichnung, ohne den Start, den die Vorhersage enthält. Mit Start gemessen: %1.</translation>
    </message>
    <message>
        <source>L2 traffic</source>
        <translation>L2-Verkehr</translation>
    </message>
    <message>
        <source>expected %1</source>
        <translation>erwartet %1</translation>
    </message>
    <message>
        <source>Between the SMs and L2. Expected: the mask, read once, and the lists of members.</source>
        <translation>Zwischen SMs und L2. Erwartet: die Maske, einmal gelesen, und die Mitgliederlisten.</translation>
    </message>
    <message>
        <source>Between the SMs and L2. Expected: what each thread block gathers, in sectors of 32 bytes, and the result.</source>
        <translation>Zwischen SMs und L2. Erwartet: was jeder Threadblock einsammelt, in Sektoren von 32 Byte, und das Ergebnis.</translation>
    </message>
    <message>
        <source>DRAM traffic</source>
        <translation>DRAM-Verkehr</translation>
    </message>
    <message>
        <source>Nothing predicts it: it is what L2 did not hold.</source>
        <translation>Nichts sagt ihn vorher: es ist, was L2 nicht hielt.</translation>
    </message>
    <message>
        <source>Rivals</source>
        <translation>Konkurrenten</translation>
    </message>
    <message>
        <source>no time</source>
        <translation>keine Zeit</translation>
    </message>
    <message>
        <source>It waits for the host, so both are timed by the host&apos;s clock.</source>
        <translation>Er wartet auf den Host, daher werden beide nach der Uhr des Hosts gemessen.</translation>
    </message>
    <message>
        <source>Both are timed on the GPU.</source>
        <translation>Beide werden auf der GPU gemessen.</translation>
    </message>
    <message>
        <source>%1, won %2 of %3</source>
        <translation>%1, %2 von %3 gewonnen</translation>
    </message>
    <message>
        <source>Its time over the dynamic plan&apos;s, geometric mean of the masks; the dynamic plan was the faster one on %1 of %2. %3</source>
        <translation>Seine Zeit durch die des dynamischen Plans, geometrisches Mittel der Masken; der dynamische Plan war bei %1 von %2 der schnellere. %3</translation>
    </message>
    <message>
        <source>choosing anew</source>
        <translation>neu wählen</translation>
    </message>
    <message>
        <source>zeroing</source>
        <translation>Nullsetzen</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>conversion</source>
        <translation>Konvertierung</translation>
    </message>
    <message>
        <source>a mask, median of %1</source>
        <translation>eine Maske, Median von %1</translation>
    </message>
    <message>
        <source>%1 than each mask&apos;s fastest rival: %2 won, %3 lost of %4</source>
        <translation>%1 als der jeweils schnellste Konkurrent: %2 gewonnen, %3 verloren von %4</translation>
    </message>
    <message>
        <source>WRONG results on %1 of %2: %3</source>
        <translation>FALSCHE Ergebnisse bei %1 von %2: %3</translation>
    </message>
    <message>
        <source>verified, error %1</source>
        <translation>geprüft, Fehler %1</translation>
    </message>
    <message>
        <source>%1 index</source>
        <translation>%1 Index</translation>
    </message>
    <message>
        <source>%1 · chosen anew after %2</source>
        <translation>%1 · neu gewählt nach %2</translation>
    </message>
    <message>
        <source>%1: not measured</source>
        <translation>%1: nicht gemessen</translation>
    </message>
    <message>
        <source>%1 %2 (%3)</source>
        <translation>%1 %2 (%3)</translation>
    </message>
    <message>
        <source>the dense product</source>
        <translation>das dichte Produkt</translation>
    </message>
    <message>
        <source>by the host&apos;s clock %1</source>
        <translation>nach der Uhr des Hosts %1</translation>
    </message>
    <message>
        <source>the best choice %1</source>
        <translation>die beste Wahl %1</translation>
    </message>
    <message>
        <source>%1: %2 (conversion %3)%4</source>
        <translation>%1: %2 (Konvertierung %3)%4</translation>
    </message>
    <message>
        <source>, by the host&apos;s clock</source>
        <translation>, nach der Uhr des Hosts</translation>
    </message>
    <message>
        <source>WRONG: relative error %1, worst element %2</source>
        <translation>FALSCH: relativer Fehler %1, schlechtestes Element %2</translation>
    </message>
    <message>
        <source>not compared: gathered by different pairings, wrong or not timed in one of the runs</source>
        <translation>nicht verglichen: nach verschiedenen Paarungen eingesammelt, falsch oder in einem der Läufe nicht gemessen</translation>
    </message>
    <message>
        <source>ordered index %1 (unordered %2, %3), total %4 (unordered %5, %6)</source>
        <translation>geordneter Index %1 (ungeordnet %2, %3), gesamt %4 (ungeordnet %5, %6)</translation>
    </message>
    <message>
        <source>Index, time</source>
        <translation>Index, Zeit</translation>
    </message>
    <message>
        <source>Kernel, time</source>
        <translation>Kernel, Zeit</translation>
    </message>
    <message>
        <source>With its launch</source>
        <translation>Mit seinem Start</translation>
    </message>
    <message>
        <source>With its launch, zeroing and conversion</source>
        <translation>Mit Start, Nullsetzen und Konvertierung</translation>
    </message>
    <message>
        <source>timed</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>On the GPU, with all that is predicted</source>
        <translation>Auf der GPU, mit allem, was vorhergesagt ist</translation>
    </message>
    <message>
        <source>by CUPTI</source>
        <translation>von CUPTI</translation>
    </message>
    <message>
        <source>By CUPTI&apos;s activity record: without launch, zeroing, conversion</source>
        <translation>Nach CUPTIs Aktivitätsaufzeichnung: ohne Start, Nullsetzen, Konvertierung</translation>
    </message>
    <message>
        <source>Index, bytes</source>
        <translation>Index, Bytes</translation>
    </message>
    <message>
        <source>Kernel, bytes</source>
        <translation>Kernel, Bytes</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>erwartet</translation>
    </message>
    <message>
        <source>The mask, read once, and the lists of members</source>
        <translation>Die Maske, einmal gelesen, und die Mitgliederlisten</translation>
    </message>
    <message>
        <source>What each thread block gathers, in sectors of 32 bytes, and the result</source>
        <translation>Was jeder Threadblock einsammelt, in Sektoren von 32 Byte, und das Ergebnis</translation>
    </message>
    <message>
        <source>L2</source>
        <translation>L2</translation>
    </message>
    <message>
        <source>Between the SMs and L2</source>
        <translation>Zwischen SMs und L2</translation>
    </message>
    <message>
        <source>DRAM</source>
        <translation>DRAM</translation>
    </message>
    <message>
        <source>To and from the GPU&apos;s memory: what L2 did not hold</source>
        <translation>Vom und zum Speicher der GPU: was L2 nicht hielt</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>Anmerkungen</translation>
    </message>
    <message>
        <source>L2 cold: %1</source>
        <translation>L2 kalt: %1</translation>
    </message>
    <message>
        <source>equally fast</source>
        <translation>gleich schnell</translation>
    </message>
    <message>
        <source>median %1 ns, 5th to 95th percentile %2 to %3 ns</source>
        <translation>Median %1 ns, 5. bis 95. Perzentil %2 bis %3 ns</translation>
    </message>
    <message>
        <source>%1 %2 (%3 %)</source>
        <translation>%1 %2 (%3 %)</translation>
    </message>
    <message>
        <source>Limits: </source>
        <translation>Grenzen: </translation>
    </message>
    <message>
        <source>What parts of the work take at best, and their share of this plan&apos;s time. Reuse in L1 can beat the gathers.</source>
        <translation>Was Teile der Arbeit bestenfalls dauern, und ihr Anteil an der Zeit dieses Plans. Wiederverwendung in L1 kann das Einsammeln unterbieten.</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>bis zu %1</translation>
    </message>
    <message>
        <source>%1 did not run</source>
        <translation>%1 lief nicht</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>dieser Plan</translation>
    </message>
    <message>
        <source>unverified</source>
        <translation>ungeprüft</translation>
    </message>
    <message>
        <source>, cold L2 %1</source>
        <translation>, L2 kalt %1</translation>
    </message>
    <message>
        <source>zeroing %1, fused kernel %2, conversion %3</source>
        <translation>Nullsetzen %1, fusionierter Kernel %2, Konvertierung %3</translation>
    </message>
    <message>
        <source>chosen: %1, %2</source>
        <translation>gewählt: %1, %2</translation>
    </message>
    <message>
        <source>tried: %1, %2</source>
        <translation>versucht: %1, %2</translation>
    </message>
    <message>
        <source>did not run</source>
        <translation>lief nicht</translation>
    </message>
    <message>
        <source>preprocessing %1, relative error %2</source>
        <translation>Vorverarbeitung %1, relativer Fehler %2</translation>
    </message>
    <message>
        <source>%1 SMs</source>
        <translation>%1 SMs</translation>
    </message>
    <message>
        <source>%1 cache</source>
        <translation>%1 Cache</translation>
    </message>
    <message>
        <source>%1 warm-ups, %2 repeats</source>
        <translation>%1 Aufwärmläufe, %2 Wiederholungen</translation>
    </message>
    <message>
        <source>driver %1</source>
        <translation>Treiber %1</translation>
    </message>
    <message>
        <source>CUDA %1</source>
        <translation>CUDA %1</translation>
    </message>
    <message>
        <source>NVRTC %1</source>
        <translation>NVRTC %1</translation>
    </message>
    <message>
        <source>cuSPARSE %1</source>
        <translation>cuSPARSE %1</translation>
    </message>
    <message>
        <source>cuBLAS %1</source>
        <translation>cuBLAS %1</translation>
    </message>
    <message>
        <source>no verified baseline to compare with</source>
        <translation>keine geprüfte Baseline zum Vergleich</translation>
    </message>
    <message>
        <source>%1 faster than %2, the fastest baseline</source>
        <translation>%1 schneller als %2, die schnellste Baseline</translation>
    </message>
    <message>
        <source>%1 slower than %2, the fastest baseline</source>
        <translation>%1 langsamer als %2, die schnellste Baseline</translation>
    </message>
    <message>
        <source>Verified against a float64 reference: relative error %1, worst element %2.</source>
        <translation>Gegen eine float64-Referenz geprüft: relativer Fehler %1, schlechtestes Element %2.</translation>
    </message>
    <message>
        <source>Unverified: relative error %1, worst element %2. The times below are of a result that was not accepted.</source>
        <translation>Ungeprüft: relativer Fehler %1, schlechtestes Element %2. Die Zeiten unten gehören zu einem Ergebnis, das nicht akzeptiert wurde.</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>%1 a call (%2 to %3): zeroing, fused kernel and conversion. %4.</source>
        <translation>%1 je Aufruf (%2 bis %3): Nullsetzen, fusionierter Kernel und Konvertierung. %4.</translation>
    </message>
    <message>
        <source>%1 predicted, %2 measured with the parameters that it is about: </source>
        <translation>%1 vorhergesagt, %2 gemessen mit den Parametern, für die das gilt: </translation>
    </message>
    <message>
        <source>%1 predicted, %2 measured: </source>
        <translation>%1 vorhergesagt, %2 gemessen: </translation>
    </message>
    <message>
        <source>as predicted.</source>
        <translation>wie vorhergesagt.</translation>
    </message>
    <message>
        <source>%1 more than predicted.</source>
        <translation>%1 mehr als vorhergesagt.</translation>
    </message>
    <message>
        <source>%1 less than predicted.</source>
        <translation>%1 weniger als vorhergesagt.</translation>
    </message>
    <message>
        <source> Sub-tasks alone: median error %1; in the kernel: %2.</source>
        <translation> Teilaufgaben allein: Median des Fehlers %1; im Kernel: %2.</translation>
    </message>
    <message>
        <source>Cost model</source>
        <translation>Kostenmodell</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>Busiest SM over mean: %1, predicted %2. SMs are idle %3 of the time, predicted %4.</source>
        <translation>Meistbelegter SM zum Mittel: %1, vorhergesagt %2. SMs sind %3 der Zeit untätig, vorhergesagt %4.</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Verkehr</translation>
    </message>
    <message>
        <source>%1 through L2, %2 of predicted; %3 of device memory.</source>
        <translation>%1 durch L2, %2 des Vorhergesagten; %3 des GPU-Speichers.</translation>
    </message>
    <message>
        <source>Kinds of tile</source>
        <translation>Arten von Tiles</translation>
    </message>
    <message>
        <source>%1 kinds; alone, the longest is %2 with %3.</source>
        <translation>%1 Arten; allein dauert %2 mit %3 am längsten.</translation>
    </message>
    <message>
        <source> Alone, the fused kernel takes %1.</source>
        <translation> Allein dauert der fusionierte Kernel %1.</translation>
    </message>
    <message>
        <source>r %1, RMSE %2, median error %3, %4 %5</source>
        <translation>r %1, RMSE %2, Medianfehler %3, %4 %5</translation>
    </message>
    <message>
        <source>Unsaved work</source>
        <translation>Nicht gespeicherte Arbeit</translation>
    </message>
    <message>
        <source>In no file yet:</source>
        <translation>Noch in keiner Datei:</translation>
    </message>
    <message>
        <source>In no file yet: %1.</source>
        <translation>Noch in keiner Datei: %1.</translation>
    </message>
    <message>
        <source>&amp;Save all</source>
        <translation>&amp;Alle speichern</translation>
    </message>
    <message>
        <source>&amp;Discard all</source>
        <translation>Alle &amp;verwerfen</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>is chosen next</source>
        <translation>wird als Nächstes gewählt</translation>
    </message>
    <message>
        <source>was chosen %1 of %2 in its round</source>
        <translation>wurde gewählt, %1 von %2 in seiner Runde</translation>
    </message>
    <message>
        <source>cost now, in parts of %1</source>
        <translation>Kosten jetzt, in Teilen von %1</translation>
    </message>
    <message>
        <source>best of the round</source>
        <translation>bester der Runde</translation>
    </message>
    <message>
        <source>c = %1</source>
        <translation>c = %1</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>Schranke</translation>
    </message>
    <message>
        <source>r c = %1</source>
        <translation>r c = %1</translation>
    </message>
    <message>
        <source>The search priced another split of the dense loop, which the run found slower: its figures cannot be held against the cost now.</source>
        <translation>Die Suche rechnete mit einer anderen Teilung der dichten Schleife, die sich im Lauf als langsamer erwies: ihre Zahlen sind mit den jetzigen Kosten nicht vergleichbar.</translation>
    </message>
    <message>
        <source>before: %1 withdrawn</source>
        <translation>vorher: %1 zurückgezogen</translation>
    </message>
    <message>
        <source>non-zero</source>
        <translation>Nichtnull</translation>
    </message>
    <message>
        <source>after: this tile</source>
        <translation>nachher: dieses Tile</translation>
    </message>
    <message>
        <source>difference, gained</source>
        <translation>Differenz, gewonnen</translation>
    </message>
    <message>
        <source>%1 / %2 gained = &lt;b&gt;%3&lt;/b&gt; each, no more than the best ordinary candidate of the round.</source>
        <translation>%1 / %2 gewonnen = je &lt;b&gt;%3&lt;/b&gt;, nicht mehr als der beste gewöhnliche Kandidat der Runde.</translation>
    </message>
    <message>
        <source>Later withdrawals took some of its non-zeros; what it gained then is not known.</source>
        <translation>Spätere Rücknahmen nahmen ihm einige Nichtnullen; was es damals gewann, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>cost / newly covered</source>
        <translation>Kosten / neu abgedeckt</translation>
    </message>
    <message>
        <source>The search was cancelled here: this tile takes a part of what was left, whatever it costs.</source>
        <translation>Hier wurde die Suche abgebrochen: dieses Tile nimmt einen Teil des Rests, was immer es kostet.</translation>
    </message>
    <message>
        <source>It is the best candidate of the round.</source>
        <translation>Es ist der beste Kandidat der Runde.</translation>
    </message>
    <message>
        <source>%1 is within the cut: the local search takes it too.</source>
        <translation>%1 liegt innerhalb der Schranke: die lokale Suche nimmt es auch.</translation>
    </message>
    <message>
        <source>Its average is above the cut now: since it was chosen, another tile came to write its rows too or took some of its non-zeros.</source>
        <translation>Sein Mittel liegt jetzt über der Schranke: seit es gewählt wurde, schreibt ein anderes Tile auch seine Zeilen oder nahm ihm einige Nichtnullen.</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>cost / new</source>
        <translation>Kosten / neu</translation>
    </message>
    <message>
        <source>average</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>No candidate of this round is recorded as lost.</source>
        <translation>In dieser Runde ist kein unterlegener Kandidat aufgezeichnet.</translation>
    </message>
    <message>
        <source>%1 other kinds</source>
        <translation>%1 andere Arten</translation>
    </message>
    <message>
        <source>%1 scored, %2 chosen (%3 shown): %4.</source>
        <translation>%1 bewertet, %2 gewählt (%3 gezeigt): %4.</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>%1 of %2 that compete for the plan</source>
        <translation>%1 von %2, die um den Plan konkurrieren</translation>
    </message>
    <message>
        <source>round, level</source>
        <translation>Runde, Level</translation>
    </message>
    <message>
        <source>best of it</source>
        <translation>bester darin</translation>
    </message>
    <message>
        <source>%1 a non-zero, of %2 candidates</source>
        <translation>%1 je Nichtnull, aus %2 Kandidaten</translation>
    </message>
    <message>
        <source>sum of costs</source>
        <translation>Gesamtkosten</translation>
    </message>
    <message>
        <source>covered</source>
        <translation>abgedeckt</translation>
    </message>
    <message>
        <source>The matrix shows what was chosen so far; a click on a tile says more. Cancel keeps it: simple tiles then cover what is left.</source>
        <translation>Die Matrix zeigt, was bisher gewählt wurde; ein Klick auf ein Tile sagt mehr. Abbrechen behält es: einfache Tiles decken dann den Rest ab.</translation>
    </message>
</context>
<context>
    <name>sparsescope::ActionPalette</name>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>Type a few letters of an action</source>
        <translation>Ein paar Buchstaben einer Aktion tippen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>sparsescope::ArraysPanel</name>
    <message>
        <source>element</source>
        <translation>Element</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>kernel: %1, %2</source>
        <translation>Kernel: %1, %2</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>nicht gelesen</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Zweig</translation>
    </message>
    <message>
        <source>Finding functions of arrays</source>
        <translation>Funktionen der Arrays finden</translation>
    </message>
    <message>
        <source>branch %1</source>
        <translation>Zweig %1</translation>
    </message>
    <message>
        <source>After %1</source>
        <translation>Nach %1</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>changed, old below</source>
        <translation>geändert, alt darunter</translation>
    </message>
    <message>
        <source>changed, %1 old below</source>
        <translation>geändert, %1 alt darunter</translation>
    </message>
    <message>
        <source>not in the kernel</source>
        <translation>nicht im Kernel</translation>
    </message>
    <message>
        <source>Nothing is known behind a node whose needs are not met.</source>
        <translation>Hinter einem Knoten, dessen Voraussetzungen fehlen, ist nichts bekannt.</translation>
    </message>
    <message>
        <source>Open a matrix to see its arrays.</source>
        <translation>Eine Matrix öffnen, um ihre Arrays zu sehen.</translation>
    </message>
    <message>
        <source>Applying the graph…</source>
        <translation>Graph wird angewendet…</translation>
    </message>
    <message>
        <source>No branch takes anything here.</source>
        <translation>Hier nimmt kein Zweig etwas.</translation>
    </message>
    <message>
        <source>%1, %2 in %3</source>
        <translation>%1, %2 in %3</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>non-zero</source>
        <translation>Nichtnull</translation>
    </message>
    <message>
        <source>non-zeros</source>
        <translation>Nichtnullen</translation>
    </message>
    <message>
        <source>place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>places</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>; %1</source>
        <translation>; %1</translation>
    </message>
    <message>
        <source>BMTB</source>
        <translation>BMTB</translation>
    </message>
    <message>
        <source>BMTBs</source>
        <translation>BMTBs</translation>
    </message>
    <message>
        <source>, %1</source>
        <translation>, %1</translation>
    </message>
    <message>
        <source>BMT</source>
        <translation>BMT</translation>
    </message>
    <message>
        <source>BMTs</source>
        <translation>BMTs</translation>
    </message>
    <message>
        <source>. The kernel stores %1 in all</source>
        <translation>. Der Kernel speichert insgesamt %1</translation>
    </message>
    <message>
        <source>. The matrix is large: arrays are those of its first %1 alone</source>
        <translation>. Die Matrix ist groß: die Arrays sind nur die ihrer ersten %1</translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>Picked: %1, where no non-zero is.</source>
        <translation>Ausgewählt: %1, wo keine Nichtnull ist.</translation>
    </message>
    <message>
        <source>Finding a place</source>
        <translation>Stelle suchen</translation>
    </message>
    <message>
        <source>Picked: %1, a non-zero of another branch.</source>
        <translation>Ausgewählt: %1, eine Nichtnull eines anderen Zweigs.</translation>
    </message>
    <message>
        <source>Picked: %1, entry %2, marked in every array that mentions it.</source>
        <translation>Ausgewählt: %1, Eintrag %2, markiert in jedem Array, das ihn nennt.</translation>
    </message>
</context>
<context>
    <name>sparsescope::ArraysView</name>
    <message>
        <source>Arrays after the node</source>
        <translation>Arrays nach dem Knoten</translation>
    </message>
    <message>
        <source>%1, element %2: %3</source>
        <translation>%1, Element %2: %3</translation>
    </message>
</context>
<context>
    <name>sparsescope::Banner</name>
    <message>
        <source>Copy details</source>
        <translation>Details kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 – fehlgeschlagen: %2</translation>
    </message>
    <message>
        <source>%1 more failed: see the details</source>
        <translation>%1 weitere fehlgeschlagen: siehe Details</translation>
    </message>
</context>
<context>
    <name>sparsescope::BaselineModel</name>
    <message>
        <source>this plan</source>
        <translation>dieser Plan</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>unverified, error %1</source>
        <translation>ungeprüft, Fehler %1</translation>
    </message>
    <message>
        <source>zeroing %1, fused kernel %2, conversion %3</source>
        <translation>Nullsetzen %1, fusionierter Kernel %2, Konvertierung %3</translation>
    </message>
    <message>
        <source>chosen: %1, %2</source>
        <translation>gewählt: %1, %2</translation>
    </message>
    <message>
        <source>tried: %1, %2</source>
        <translation>versucht: %1, %2</translation>
    </message>
    <message>
        <source>preprocessing %1, once a matrix; relative error %2</source>
        <translation>Vorverarbeitung %1, einmal je Matrix; relativer Fehler %2</translation>
    </message>
    <message>
        <source>did not run: </source>
        <translation>lief nicht: </translation>
    </message>
    <message>
        <source>L2 warm: %1</source>
        <translation>L2 warm: %1</translation>
    </message>
    <message>
        <source>
L2 cold: %1</source>
        <translation>
L2 kalt: %1</translation>
    </message>
    <message>
        <source>what</source>
        <translation>was</translation>
    </message>
    <message>
        <source>filled warm, open cold</source>
        <translation>gefüllt warm, offen kalt</translation>
    </message>
    <message>
        <source>warm L2</source>
        <translation>L2 warm</translation>
    </message>
    <message>
        <source>cold L2</source>
        <translation>L2 kalt</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>this is</source>
        <translation>dies ist</translation>
    </message>
    <message>
        <source>checked</source>
        <translation>geprüft</translation>
    </message>
    <message>
        <source>Bars are medians; whiskers reach from the 5th to the 95th percentile</source>
        <translation>Balken sind Mediane; Striche reichen vom 5. bis zum 95. Perzentil</translation>
    </message>
    <message>
        <source>Of the GPU, during one product: the matrix as it is stored, dense operands, output, workspaces</source>
        <translation>Der GPU, während eines Produkts: die Matrix, wie sie gespeichert ist, dichte Operanden, Ausgabe, Arbeitsbereiche</translation>
    </message>
    <message>
        <source>not measured here</source>
        <translation>hier nicht gemessen</translation>
    </message>
    <message>
        <source>Published by others; nobody has checked it here</source>
        <translation>Von anderen veröffentlicht; hier hat es niemand geprüft</translation>
    </message>
</context>
<context>
    <name>sparsescope::BatchCurves</name>
    <message>
        <source>%1: %2 or more in %3</source>
        <translation>%1: %2 oder mehr bei %3</translation>
    </message>
    <message>
        <source>%1: within %2 in %3</source>
        <translation>%1: innerhalb von %2 bei %3</translation>
    </message>
    <message>
        <source>Performance profiles</source>
        <translation>Leistungsprofile</translation>
    </message>
    <message>
        <source>within this factor of the best</source>
        <translation>innerhalb dieses Faktors vom Besten</translation>
    </message>
    <message>
        <source>share of matrices</source>
        <translation>Anteil der Matrizen</translation>
    </message>
    <message>
        <source>Sorted speed-ups</source>
        <translation>Sortierte Beschleunigungen</translation>
    </message>
    <message>
        <source>matrices by speed-up</source>
        <translation>Matrizen nach Beschleunigung</translation>
    </message>
    <message>
        <source>speed-up</source>
        <translation>Beschleunigung</translation>
    </message>
    <message>
        <source>Geometric means of speed-ups by class</source>
        <translation>Geometrische Mittel der Beschleunigung nach Klassen</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>Baseline of speed-ups</source>
        <translation>Baseline der Beschleunigung</translation>
    </message>
    <message>
        <source>Planners and libraries that are compared</source>
        <translation>Planer und Bibliotheken, die verglichen werden</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>Verglichen</translation>
    </message>
    <message>
        <source>Best in</source>
        <translation>Am besten bei</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Share of its matrices on which nobody compared is faster</source>
        <translation>Anteil der Matrizen, bei denen kein Verglichener schneller ist</translation>
    </message>
    <message>
        <source>Geometric mean of its speed-ups over the baseline</source>
        <translation>Geometrisches Mittel der Beschleunigung gegen die Baseline</translation>
    </message>
    <message>
        <source>best library of each matrix</source>
        <translation>beste Bibliothek jeder Matrix</translation>
    </message>
    <message>
        <source>%1: right in %2 of %3</source>
        <translation>%1: richtig bei %2 von %3</translation>
    </message>
    <message>
        <source>contest</source>
        <translation>Wettbewerb</translation>
    </message>
    <message>
        <source>contests</source>
        <translation>Wettbewerbe</translation>
    </message>
    <message>
        <source>Measured on %1; only times of one job are compared.</source>
        <translation>Gemessen auf %1; nur Zeiten eines Jobs werden verglichen.</translation>
    </message>
    <message>
        <source>Nothing was measured: these are times that the cost model predicts.</source>
        <translation>Nichts wurde gemessen: es sind Zeiten, die das Kostenmodell vorhersagt.</translation>
    </message>
    <message>
        <source>%1 Who failed or was not verified reaches no factor and no speed-up; means leave it out. A share is of the matrices that one was tried on.</source>
        <translation>%1 Wer fehlschlug oder nicht geprüft ist, erreicht keinen Faktor und keine Beschleunigung; Mittel lassen ihn aus. Ein Anteil bezieht sich auf die Matrizen, an denen er versucht wurde.</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Matrices</source>
        <translation>Matrizen</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1 over %2: right in %3 of %4</source>
        <translation>%1 gegen %2: richtig bei %3 von %4</translation>
    </message>
</context>
<context>
    <name>sparsescope::BatchGallery</name>
    <message>
        <source>%1 x %2</source>
        <translation>%1 x %2</translation>
    </message>
    <message>
        <source>non-zero</source>
        <translation>Nichtnull</translation>
    </message>
    <message>
        <source>non-zeros</source>
        <translation>Nichtnullen</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>The file is not there any more</source>
        <translation>Die Datei ist nicht mehr da</translation>
    </message>
    <message>
        <source>The file holds another matrix now</source>
        <translation>Die Datei enthält jetzt eine andere Matrix</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>Klasse %1</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>no planner is right</source>
        <translation>kein Planer ist richtig</translation>
    </message>
    <message>
        <source>%1 predicted</source>
        <translation>%1 vorhergesagt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2, %3 as fast as %4</source>
        <translation>%1: %2, %3 so schnell wie %4</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>Matrices of the batch</source>
        <translation>Matrizen des Batches</translation>
    </message>
    <message>
        <source>Drawing %1</source>
        <translation>%1 zeichnen</translation>
    </message>
</context>
<context>
    <name>sparsescope::BatchPage</name>
    <message>
        <source>The page</source>
        <translation>Die Seite</translation>
    </message>
    <message>
        <source>The whole window</source>
        <translation>Das ganze Fenster</translation>
    </message>
    <message>
        <source>Search times</source>
        <translation>Suchzeiten</translation>
    </message>
    <message>
        <source>Copied the page as an image of %1 x %2 pixels</source>
        <translation>Seite als Bild von %1 x %2 Pixeln kopiert</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2%3=%4 %5</source>
        <translation>%1 %2%3=%4 %5</translation>
    </message>
    <message>
        <source>&amp;Batch</source>
        <translation>&amp;Batch</translation>
    </message>
    <message>
        <source>The table of a batch: many matrices, planners and libraries</source>
        <translation>Die Tabelle eines Batches: viele Matrizen, Planer und Bibliotheken</translation>
    </message>
    <message>
        <source>Parts of the batch</source>
        <translation>Teile des Batches</translation>
    </message>
    <message>
        <source>Matrices</source>
        <translation>Matrizen</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profile</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Regret</source>
        <translation>Regret</translation>
    </message>
    <message>
        <source>No matrix of the table is like that: change the filters above.</source>
        <translation>Keine Matrix der Tabelle ist so: die Filter oben ändern.</translation>
    </message>
    <message>
        <source>No batch is open</source>
        <translation>Kein Batch ist geöffnet</translation>
    </message>
    <message>
        <source>sparsescope-cli batch plans, and on a GPU runs, many matrices by several planners and libraries. Its table shows here which of them is the fastest, and where.</source>
        <translation>sparsescope-cli batch plant viele Matrizen mit mehreren Planern und Bibliotheken und führt sie auf einer GPU aus. Seine Tabelle zeigt hier, wer am schnellsten ist, und wo.</translation>
    </message>
    <message>
        <source>Open a table…</source>
        <translation>Tabelle öffnen…</translation>
    </message>
    <message>
        <source>Operator, data type and dense extent</source>
        <translation>Operator, Datentyp und dichte Ausdehnung</translation>
    </message>
    <message>
        <source>Class of matrices: folder of the file, or kind of the pattern</source>
        <translation>Klasse der Matrizen: Ordner der Datei oder Art des Musters</translation>
    </message>
    <message>
        <source>Part of the matrix&apos; name or path</source>
        <translation>Teil des Namens oder Pfads der Matrix</translation>
    </message>
    <message>
        <source>Name or path</source>
        <translation>Name oder Pfad</translation>
    </message>
    <message>
        <source>At least so many non-zeros</source>
        <translation>Mindestens so viele Nichtnullen</translation>
    </message>
    <message>
        <source>non-zeros from</source>
        <translation>Nichtnullen ab</translation>
    </message>
    <message>
        <source>At most so many non-zeros</source>
        <translation>Höchstens so viele Nichtnullen</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Failed only</source>
        <translation>Nur Fehler</translation>
    </message>
    <message>
        <source>Matrices of which a planner failed, or that could not be read</source>
        <translation>Matrizen, bei denen ein Planer fehlschlug oder die nicht gelesen werden konnten</translation>
    </message>
    <message>
        <source>Order of the matrices</source>
        <translation>Reihenfolge der Matrizen</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Namen</translation>
    </message>
    <message>
        <source>By non-zeros</source>
        <translation>Nach Nichtnullen</translation>
    </message>
    <message>
        <source>By ratio</source>
        <translation>Nach Verhältnis</translation>
    </message>
    <message>
        <source>Open the table of a batch</source>
        <translation>Tabelle eines Batches öffnen</translation>
    </message>
    <message>
        <source>Tables (*%1);;All files (*)</source>
        <translation>Tabellen (*%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 lesen</translation>
    </message>
    <message>
        <source>All classes</source>
        <translation>Alle Klassen</translation>
    </message>
    <message>
        <source>matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>matrices</source>
        <translation>Matrizen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, measured on %2</source>
        <translation>%1, gemessen auf %2</translation>
    </message>
    <message>
        <source>%1, predicted: nothing was measured</source>
        <translation>%1, vorhergesagt: nichts wurde gemessen</translation>
    </message>
    <message>
        <source>← → ↑ ↓</source>
        <translation>← → ↑ ↓</translation>
    </message>
    <message>
        <source>among the matrices</source>
        <translation>unter den Matrizen</translation>
    </message>
    <message>
        <source>↵</source>
        <translation>↵</translation>
    </message>
    <message>
        <source>open the matrix in a tab</source>
        <translation>Matrix in einem Tab öffnen</translation>
    </message>
    <message>
        <source>Many matrices at once</source>
        <translation>Viele Matrizen auf einmal</translation>
    </message>
    <message>
        <source>sparsescope-cli batch plans, and on GPUs runs, a whole collection. Its table opens here, while it still grows too: a card a matrix, performance profiles, speed-ups by class, after how many runs a longer search pays off, and what it costs to choose the planner in each of several ways.</source>
        <translation>sparsescope-cli batch plant eine ganze Sammlung und führt sie auf GPUs aus. Seine Tabelle öffnet sich hier, auch während sie noch wächst: eine Karte je Matrix, Leistungsprofile, Beschleunigungen nach Klassen, nach wie vielen Läufen sich eine längere Suche lohnt, und was es kostet, den Planer auf verschiedene Arten zu wählen.</translation>
    </message>
</context>
<context>
    <name>sparsescope::BatchRegretView</name>
    <message>
        <source>always %1</source>
        <translation>immer %1</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>How often each was chosen where each was the fastest</source>
        <translation>Wie oft jedes gewählt wurde, wo jedes am schnellsten war</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>Fälle</translation>
    </message>
    <message>
        <source>all types and extents</source>
        <translation>alle Typen und Ausdehnungen</translation>
    </message>
    <message>
        <source>Cases of these matrices under every type and dense extent that the table has</source>
        <translation>Fälle dieser Matrizen in jedem Typ und jeder dichten Ausdehnung der Tabelle</translation>
    </message>
    <message>
        <source>What chooses</source>
        <translation>Was wählt</translation>
    </message>
    <message>
        <source>Chosen by</source>
        <translation>Gewählt von</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>90 %</source>
        <translation>90 %</translation>
    </message>
    <message>
        <source>Geometric mean of the regret</source>
        <translation>Geometrisches Mittel des Regrets</translation>
    </message>
    <message>
        <source>Nine of ten cases have at most this regret</source>
        <translation>Neun von zehn Fällen haben höchstens diesen Regret</translation>
    </message>
    <message>
        <source>%1: within 5 % of the fastest in %2 of the cases, the fastest in %3, at worst %4</source>
        <translation>%1: innerhalb von 5 % des Schnellsten bei %2 der Fälle, der Schnellste bei %3, schlimmstenfalls %4</translation>
    </message>
    <message>
        <source>Its rows do not say which candidate it chose.</source>
        <translation>Seine Zeilen sagen nicht, welchen Kandidaten er wählte.</translation>
    </message>
    <message>
        <source>Rows: chosen by %1; columns: the fastest.</source>
        <translation>Zeilen: gewählt von %1; Spalten: am schnellsten.</translation>
    </message>
    <message>
        <source>%1 chosen, %2 the fastest: %3</source>
        <translation>%1 gewählt, %2 am schnellsten: %3</translation>
    </message>
    <message>
        <source>case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>cases</source>
        <translation>Fälle</translation>
    </message>
    <message>
        <source>All %1, the worst first. A click on a bar or a cell lists its own.</source>
        <translation>Alle %1, die schlechtesten zuerst. Ein Klick auf einen Balken oder eine Zelle listet deren Fälle.</translation>
    </message>
    <message>
        <source>%1 with a regret: %2</source>
        <translation>%1 mit einem Regret: %2</translation>
    </message>
    <message>
        <source>%1: %2 chosen, %3 the fastest</source>
        <translation>%1: %2 gewählt, %3 am schnellsten</translation>
    </message>
    <message>
        <source> The first %1 are listed.</source>
        <translation> Die ersten %1 sind aufgeführt.</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>Type, extent</source>
        <translation>Typ, Ausdehnung</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>Gewählt</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>Am schnellsten</translation>
    </message>
    <message>
        <source>Regret</source>
        <translation>Regret</translation>
    </message>
    <message>
        <source>Nothing was measured. Regret is the time of what was chosen over that of the fastest candidate, less 1: run the batch on a GPU (sparsescope-cli batch --run, or train record).</source>
        <translation>Nichts wurde gemessen. Regret ist die Zeit des Gewählten durch die des schnellsten Kandidaten, minus 1: den Batch auf einer GPU ausführen (sparsescope-cli batch --run oder train record).</translation>
    </message>
    <message>
        <source>There is no regret to show: %1</source>
        <translation>Kein Regret zu zeigen: %1</translation>
    </message>
    <message>
        <source>No case of these matrices has a row of every candidate and a time.</source>
        <translation>Kein Fall dieser Matrizen hat eine Zeile für jeden Kandidaten und eine Zeit.</translation>
    </message>
    <message>
        <source>Regret: the time of what was chosen over that of the fastest of %1 candidates, less 1. Below 2 % it is noise.</source>
        <translation>Regret: die Zeit des Gewählten durch die des schnellsten von %1 Kandidaten, minus 1. Unter 2 % ist er Rauschen.</translation>
    </message>
    <message>
        <source> No forest was asked: %1.</source>
        <translation> Kein Wald wurde gefragt: %1.</translation>
    </message>
    <message>
        <source> Model %1 (%2) learned from the matrices of %3 of these %4</source>
        <translation> Das Modell %1 (%2) hat %3 dieser %4 gelernt</translation>
    </message>
    <message>
        <source>; on matrices that it has not seen its mean is %1.</source>
        <translation>; auf Matrizen, die es nicht kennt, ist sein Mittel %1.</translation>
    </message>
    <message>
        <source> It does not choose %1.</source>
        <translation> Es wählt %1 nicht.</translation>
    </message>
    <message>
        <source> %1 of the table left out: a candidate has no row, or none a time.</source>
        <translation> %1 der Tabelle nicht berücksichtigt: einem Kandidaten fehlt eine Zeile, oder allen die Zeit.</translation>
    </message>
    <message>
        <source>case is</source>
        <translation>Fall ist</translation>
    </message>
    <message>
        <source>cases are</source>
        <translation>Fälle sind</translation>
    </message>
</context>
<context>
    <name>sparsescope::BatchSearchView</name>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufen</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>sofort</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>bis zu %1</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>Baseline of break-evens</source>
        <translation>Baseline der Break-evens</translation>
    </message>
    <message>
        <source>Planners, with their searches and when these pay off</source>
        <translation>Planer, ihre Suchen, und wann sich diese lohnen</translation>
    </message>
    <message>
        <source>Planner</source>
        <translation>Planer</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>Fälle</translation>
    </message>
    <message>
        <source>Cases in which its search and its run have a time</source>
        <translation>Fälle, in denen Suche und Lauf eine Zeit haben</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Median time of its searches</source>
        <translation>Median der Zeit der Suchen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Median of its run over that of the fastest planner</source>
        <translation>Median des Laufs, geteilt durch den des schnellsten Planers</translation>
    </message>
    <message>
        <source>Ahead</source>
        <translation>Voraus</translation>
    </message>
    <message>
        <source>After, or up to, how many runs search and runs together take less than those of the baseline: the median of the cases in which they do</source>
        <translation>Ab oder bis zu wie vielen Läufen Suche und Läufe zusammen weniger dauern als bei der Baseline: der Median der Fälle, in denen das so ist</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Share of its cases in which it is behind the baseline at any number of runs</source>
        <translation>Anteil der Fälle, in denen er bei jeder Zahl von Läufen hinter der Baseline liegt</translation>
    </message>
    <message>
        <source>Cases of the planner</source>
        <translation>Fälle des Planers</translation>
    </message>
    <message>
        <source>best library of each matrix</source>
        <translation>beste Bibliothek jeder Matrix</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>%1 against %2, in %3: ahead at once in %4, after some runs in %5, up to some in %6, never in %7</source>
        <translation>%1 gegen %2, %3: sofort voraus bei %4, nach einigen Läufen bei %5, bis zu einigen bei %6, nie bei %7</translation>
    </message>
    <message>
        <source>case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>cases</source>
        <translation>Fälle</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>%1, %2, the soonest ahead first. A click on a mark finds it here; ↵ opens its matrix.</source>
        <translation>%1, %2, wer zuerst voraus ist, zuerst. Ein Klick auf eine Marke findet sie hier; ↵ öffnet ihre Matrix.</translation>
    </message>
    <message>
        <source> The first %1 are listed.</source>
        <translation> Die ersten %1 sind aufgeführt.</translation>
    </message>
    <message>
        <source>%1 on %2:
search %3, a run %4, %5 of the fastest&apos;s.
%6</source>
        <translation>%1 auf %2:
Suche %3, ein Lauf %4, %5 des Schnellsten.
%6</translation>
    </message>
    <message>
        <source>It is the baseline.</source>
        <translation>Er ist die Baseline.</translation>
    </message>
    <message>
        <source>The baseline has no time there.</source>
        <translation>Die Baseline hat dort keine Zeit.</translation>
    </message>
    <message>
        <source>%1 (%2, %3)</source>
        <translation>%1 (%2, %3)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Ahead of %1 after %2.</source>
        <translation>Nach %2 vor %1.</translation>
    </message>
    <message>
        <source>Ahead of %1 up to %2.</source>
        <translation>Bis zu %2 vor %1.</translation>
    </message>
    <message>
        <source>Ahead of %1 from the first run on.</source>
        <translation>Vom ersten Lauf an vor %1.</translation>
    </message>
    <message>
        <source>Never ahead of %1.</source>
        <translation>Nie vor %1.</translation>
    </message>
    <message>
        <source>No row of these says both how long a search and how long a run takes. Tables of sparsescope-cli batch do, in the columns searchSeconds and measuredNs or, where nothing ran, predictedNs.</source>
        <translation>Keine Zeile sagt hier, wie lange eine Suche und wie lange ein Lauf dauert. Tabellen von sparsescope-cli batch sagen es in den Spalten searchSeconds und measuredNs oder, wo nichts lief, predictedNs.</translation>
    </message>
    <message>
        <source>No planner has both a search with a time and a verified run of these matrices.</source>
        <translation>Kein Planer hat für diese Matrizen sowohl eine Suche mit Zeit als auch einen geprüften Lauf.</translation>
    </message>
    <message>
        <source>No planner has both a search with a time and a prediction of these matrices.</source>
        <translation>Kein Planer hat für diese Matrizen sowohl eine Suche mit Zeit als auch eine Vorhersage.</translation>
    </message>
    <message>
        <source>Runs were measured on %1 and verified; only times of one job are compared, and less than 2 % between two runs is noise.</source>
        <translation>Läufe wurden auf %1 gemessen und geprüft; nur Zeiten eines Jobs werden verglichen, und weniger als 2 % zwischen zwei Läufen sind Rauschen.</translation>
    </message>
    <message>
        <source>Nothing was run: the cost model predicts what a run takes. Searches have taken what is shown.</source>
        <translation>Nichts lief: das Kostenmodell sagt vorher, was ein Lauf dauert. Suchen dauerten so lange wie gezeigt.</translation>
    </message>
    <message>
        <source> Ahead: search and runs together take less than those of the baseline.</source>
        <translation> Voraus: Suche und Läufe zusammen dauern weniger als bei der Baseline.</translation>
    </message>
    <message>
        <source> Libraries search nothing.</source>
        <translation> Bibliotheken suchen nicht.</translation>
    </message>
</context>
<context>
    <name>sparsescope::BookmarkModel</name>
    <message>
        <source>%1; made on %2</source>
        <translation>%1; angelegt am %2</translation>
    </message>
</context>
<context>
    <name>sparsescope::BookmarksDialog</name>
    <message>
        <source>Bookmarks and note</source>
        <translation>Lesezeichen und Notiz</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>Dorthin</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>The view now (Ctrl+B)</source>
        <translation>Die jetzige Ansicht (Strg+B)</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>What you found; it is saved with the session.</source>
        <translation>Was gefunden wurde; es wird mit der Sitzung gespeichert.</translation>
    </message>
    <message>
        <source>Ctrl+B keeps the page, the part of the matrix, the plan, its step and the selection.</source>
        <translation>Strg+B merkt Seite, Ausschnitt der Matrix, Plan, seinen Schritt und die Auswahl.</translation>
    </message>
</context>
<context>
    <name>sparsescope::BreakEvenPlot</name>
    <message>
        <source>Predicted time against the share of non-zeros</source>
        <translation>Vorhergesagte Zeit über dem Anteil der Nichtnullen</translation>
    </message>
    <message>
        <source>non-zeros, share of all places</source>
        <translation>Nichtnullen, Anteil an allen Stellen</translation>
    </message>
    <message>
        <source>break‑even %1</source>
        <translation>Break‑even %1</translation>
    </message>
    <message>
        <source>time of a mask</source>
        <translation>Zeit einer Maske</translation>
    </message>
    <message>
        <source>predicted time</source>
        <translation>vorhergesagte Zeit</translation>
    </message>
    <message>
        <source>fastest pairing</source>
        <translation>schnellste Paarung</translation>
    </message>
    <message>
        <source>dense product</source>
        <translation>dichtes Produkt</translation>
    </message>
    <message>
        <source>break‑even</source>
        <translation>Break‑even</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>cublas:dense</source>
        <translation>cublas:dense</translation>
    </message>
    <message>
        <source>%1: %2 non-zeros</source>
        <translation>%1: %2 Nichtnullen</translation>
    </message>
    <message>
        <source>%1: %2, %3 of its micro-tiles are members</source>
        <translation>%1: %2, %3 seiner Micro-Tiles sind Mitglieder</translation>
    </message>
    <message>
        <source>the dense product: %1</source>
        <translation>das dichte Produkt: %1</translation>
    </message>
    <message>
        <source>The dense product is chosen.</source>
        <translation>Gewählt ist das dichte Produkt.</translation>
    </message>
    <message>
        <source>The pairing is chosen.</source>
        <translation>Gewählt ist die Paarung.</translation>
    </message>
    <message>
        <source>Estimated: the calibration has no times of pairings.</source>
        <translation>Geschätzt: die Kalibrierung hat keine Zeiten von Paarungen.</translation>
    </message>
</context>
<context>
    <name>sparsescope::BreakEvenView</name>
    <message>
        <source>a pairing</source>
        <translation>eine Paarung</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>dicht</translation>
    </message>
    <message>
        <source>%1 below %2</source>
        <translation>%1 unter %2</translation>
    </message>
    <message>
        <source>%1 at all of these, no break-even</source>
        <translation>%1 bei allen, kein Break-even</translation>
    </message>
    <message>
        <source>%1 above</source>
        <translation>%1 darüber</translation>
    </message>
    <message>
        <source>Faster: </source>
        <translation>Schneller: </translation>
    </message>
    <message>
        <source>none (a pairing)</source>
        <translation>keine (eine Paarung)</translation>
    </message>
    <message>
        <source>none (dense)</source>
        <translation>keine (dicht)</translation>
    </message>
    <message>
        <source>Save the sweep</source>
        <translation>Sweep speichern</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>What varies</source>
        <translation>Was variiert</translation>
    </message>
    <message>
        <source>What else varies, a line each</source>
        <translation>Was sonst variiert, eines je Zeile</translation>
    </message>
    <message>
        <source>Its values</source>
        <translation>Seine Werte</translation>
    </message>
    <message>
        <source>Values, separated by commas</source>
        <translation>Werte, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>CSV…</source>
        <translation>CSV…</translation>
    </message>
    <message>
        <source>Save the points of the sweep</source>
        <translation>Punkte des Sweeps speichern</translation>
    </message>
    <message>
        <source>nothing else</source>
        <translation>nichts weiter</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>Datentyp</translation>
    </message>
    <message>
        <source>From which density on is the dense product faster? Masks of this kind are made with:</source>
        <translation>Ab welcher Dichte ist das dichte Produkt schneller? Masken dieser Art werden erzeugt mit:</translation>
    </message>
    <message>
        <source>These masks are a file&apos;s, so there is nothing to vary. File &gt; New masks makes some with parameters.</source>
        <translation>Diese Masken kommen aus einer Datei, es gibt also nichts zu variieren. Datei &gt; Neue Masken erzeugt welche mit Parametern.</translation>
    </message>
    <message>
        <source>%1the dense axis</source>
        <translation>%1die dichte Achse</translation>
    </message>
    <message>
        <source>Otherwise %1, %2, %3, %4</source>
        <translation>Sonst %1, %2, %3, %4</translation>
    </message>
    <message>
        <source>, what if %1</source>
        <translation>, was wäre wenn %1</translation>
    </message>
    <message>
        <source>Sweeping masks</source>
        <translation>Masken variieren</translation>
    </message>
    <message>
        <source>estimated: calibration %1 has no times of these pairings</source>
        <translation>geschätzt: Kalibrierung %1 hat keine Zeiten dieser Paarungen</translation>
    </message>
    <message>
        <source>%1 not searched: %2</source>
        <translation>%1 nicht gesucht: %2</translation>
    </message>
    <message>
        <source>point</source>
        <translation>Punkt</translation>
    </message>
    <message>
        <source>points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>The lines cross where both take equally long; each such break-even is marked.</source>
        <translation>Die Linien kreuzen sich, wo beide gleich lange dauern; jeder solche Break-even ist markiert.</translation>
    </message>
    <message>
        <source>A break-even lies between two points of a line.</source>
        <translation>Ein Break-even liegt zwischen zwei Punkten einer Linie.</translation>
    </message>
    <message>
        <source>Break-evens:</source>
        <translation>Break-evens:</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Find break-evens</source>
        <translation>Break-evens finden</translation>
    </message>
    <message>
        <source>, %1 left</source>
        <translation>, noch %1</translation>
    </message>
    <message>
        <source>Saved the sweep as %1</source>
        <translation>Sweep als %1 gespeichert</translation>
    </message>
    <message>
        <source>Saving the sweep</source>
        <translation>Sweep speichern</translation>
    </message>
</context>
<context>
    <name>sparsescope::CallBars</name>
    <message>
        <source>Where the time of a call goes</source>
        <translation>Wohin die Zeit eines Aufrufs geht</translation>
    </message>
    <message>
        <source>%1 %2: %3</source>
        <translation>%1 %2: %3</translation>
    </message>
    <message>
        <source>%1, %2: %3 ns
%4</source>
        <translation>%1, %2: %3 ns
%4</translation>
    </message>
</context>
<context>
    <name>sparsescope::CanvasLink</name>
    <message>
        <source>order: %1</source>
        <translation>Anordnung: %1</translation>
    </message>
    <message>
        <source>No matrix is open.</source>
        <translation>Keine Matrix ist geöffnet.</translation>
    </message>
    <message>
        <source>This matrix is a pattern: its file holds no values.</source>
        <translation>Diese Matrix ist ein Muster: ihre Datei enthält keine Werte.</translation>
    </message>
    <message>
        <source>The search is still running: nothing was measured yet.</source>
        <translation>Die Suche läuft noch: nichts ist bisher gemessen.</translation>
    </message>
    <message>
        <source>There is no plan yet: search one (Ctrl+R) or open one.</source>
        <translation>Noch kein Plan: einen suchen (Strg+R) oder öffnen.</translation>
    </message>
    <message>
        <source>The plan is being read.</source>
        <translation>Der Plan wird gelesen.</translation>
    </message>
    <message>
        <source>This plan was not measured: run it on a GPU (Ctrl+Return) or open a session with a run.</source>
        <translation>Dieser Plan wurde nicht gemessen: auf einer GPU ausführen (Strg+Eingabe) oder eine Sitzung mit einem Lauf öffnen.</translation>
    </message>
    <message>
        <source>, recorded</source>
        <translation>, aufgezeichnet</translation>
    </message>
    <message>
        <source>time of a sub-task %1</source>
        <translation>Zeit einer Teilaufgabe %1</translation>
    </message>
</context>
<context>
    <name>sparsescope::ComparePage</name>
    <message>
        <source>C&amp;ompare</source>
        <translation>&amp;Vergleich</translation>
    </message>
    <message>
        <source>Plans against each other, and sweeps</source>
        <translation>Pläne im Vergleich, und Sweeps</translation>
    </message>
    <message>
        <source>Parts of the comparison</source>
        <translation>Teile des Vergleichs</translation>
    </message>
    <message>
        <source>Plans</source>
        <translation>Pläne</translation>
    </message>
    <message>
        <source>Sweeps</source>
        <translation>Sweeps</translation>
    </message>
    <message>
        <source>Break-even</source>
        <translation>Break-even</translation>
    </message>
    <message>
        <source>&amp;Add plans and sessions…</source>
        <translation>Pläne und Sitzungen &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>Compare &amp;planners</source>
        <translation>P&amp;laner vergleichen</translation>
    </message>
    <message>
        <source>← →  ↑ ↓  ↵</source>
        <translation>← →  ↑ ↓  ↵</translation>
    </message>
    <message>
        <source>in the plot of a sweep: next point, next line, open</source>
        <translation>im Diagramm eines Sweeps: nächster Punkt, nächste Linie, öffnen</translation>
    </message>
    <message>
        <source>From where on the dense product is faster</source>
        <translation>Ab wann das dichte Produkt schneller ist</translation>
    </message>
    <message>
        <source>Masks of the kind that is open are made anew with other values of a parameter, and planned: time against density, and every break-even marked. Masks that a file holds have no such parameter.</source>
        <translation>Masken der geöffneten Art werden mit anderen Werten eines Parameters neu erzeugt und geplant: Zeit über Dichte, und jeder Break-even markiert. Masken aus einer Datei haben keinen solchen Parameter.</translation>
    </message>
    <message>
        <source>Add published &amp;numbers…</source>
        <translation>&amp;Veröffentlichte Zahlen hinzufügen…</translation>
    </message>
</context>
<context>
    <name>sparsescope::ConditionLine</name>
    <message>
        <source>tile</source>
        <translation>Tile</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>Matrix: open another one</source>
        <translation>Matrix: eine andere öffnen</translation>
    </message>
    <message>
        <source>What is computed, and in which data type</source>
        <translation>Was berechnet wird, und in welchem Datentyp</translation>
    </message>
    <message>
        <source>Plan that is shown, and the planner of the next search</source>
        <translation>Gezeigter Plan, und der Planer der nächsten Suche</translation>
    </message>
    <message>
        <source>Calibration that predicts the costs of the next search</source>
        <translation>Kalibrierung, welche die Kosten der nächsten Suche vorhersagt</translation>
    </message>
    <message>
        <source>Run that is shown</source>
        <translation>Gezeigter Lauf</translation>
    </message>
    <message>
        <source>Both tabs show the same place. Click to unlink them (Ctrl+L).</source>
        <translation>Beide Tabs zeigen dieselbe Stelle. Klick löst die Verbindung (Strg+L).</translation>
    </message>
    <message>
        <source>Keys of this page (?)</source>
        <translation>Tasten dieser Seite (?)</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>linked with %1</source>
        <translation>verbunden mit %1</translation>
    </message>
    <message>
        <source>no matrix</source>
        <translation>keine Matrix</translation>
    </message>
    <message>
        <source>%1, searching</source>
        <translation>%1, sucht</translation>
    </message>
    <message>
        <source>no planner</source>
        <translation>kein Planer</translation>
    </message>
    <message>
        <source>%1, not searched</source>
        <translation>%1, nicht gesucht</translation>
    </message>
    <message>
        <source> (for %1)</source>
        <translation> (für %1)</translation>
    </message>
    <message>
        <source> (plan: %1)</source>
        <translation> (Plan: %1)</translation>
    </message>
    <message>
        <source>, what if: %1</source>
        <translation>, was wäre wenn: %1</translation>
    </message>
    <message>
        <source>unknown device</source>
        <translation>unbekanntes Gerät</translation>
    </message>
    <message>
        <source>, recorded</source>
        <translation>, aufgezeichnet</translation>
    </message>
    <message>
        <source>, unverified</source>
        <translation>, ungeprüft</translation>
    </message>
    <message>
        <source>not measured, runs on %1</source>
        <translation>nicht gemessen, läuft auf %1</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>Plans of this matrix</source>
        <translation>Pläne dieser Matrix</translation>
    </message>
    <message>
        <source>Planner of the next search</source>
        <translation>Planer der nächsten Suche</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Run on the GPU</source>
        <translation>Auf der GPU ausführen</translation>
    </message>
    <message>
        <source>Check on the CPU</source>
        <translation>Auf der CPU prüfen</translation>
    </message>
    <message>
        <source>Run on</source>
        <translation>Ausführen auf</translation>
    </message>
    <message>
        <source>, costs of %1</source>
        <translation>, Kosten von %1</translation>
    </message>
</context>
<context>
    <name>sparsescope::CostsPanel</name>
    <message>
        <source>atomics</source>
        <translation>Atomics</translation>
    </message>
    <message>
        <source>Cost of tiles with split rows</source>
        <translation>Kosten von Tiles mit geteilten Zeilen</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Time to launch a kernel</source>
        <translation>Zeit, einen Kernel zu starten</translation>
    </message>
    <message>
        <source>%1 tiles</source>
        <translation>%1-Tiles</translation>
    </message>
    <message>
        <source>Cost of every %1 tile</source>
        <translation>Kosten jedes %1-Tiles</translation>
    </message>
    <message>
        <source>As calibrated</source>
        <translation>Wie kalibriert</translation>
    </message>
    <message>
        <source>Search with these</source>
        <translation>Damit suchen</translation>
    </message>
    <message>
        <source>Searches and changes by hand still use %1; &quot;As calibrated&quot; takes it back.</source>
        <translation>Suchen und Änderungen von Hand benutzen noch %1; „Wie kalibriert“ nimmt es zurück.</translation>
    </message>
    <message>
        <source>Factors on the costs of %1; 1: as calibrated.</source>
        <translation>Faktoren auf die Kosten von %1; 1: wie kalibriert.</translation>
    </message>
    <message>
        <source>What if: this plan with these costs instead of %1:</source>
        <translation>Was wäre wenn: dieser Plan mit diesen Kosten statt %1:</translation>
    </message>
    <message>
        <source>What if: a search with these costs instead of %1</source>
        <translation>Was wäre wenn: eine Suche mit diesen Kosten statt %1</translation>
    </message>
    <message>
        <source>Predicting with other costs</source>
        <translation>Mit anderen Kosten vorhersagen</translation>
    </message>
</context>
<context>
    <name>sparsescope::CounterModel</name>
    <message>
        <source>L2 traffic</source>
        <translation>L2-Verkehr</translation>
    </message>
    <message>
        <source>DRAM traffic</source>
        <translation>DRAM-Verkehr</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>bytes added</source>
        <translation>addierte Bytes</translation>
    </message>
    <message>
        <source>Bytes that the SMs read from the L2 cache and wrote to it; in older recordings all that passed it.</source>
        <translation>Bytes, welche die SMs aus dem L2-Cache lasen und in ihn schrieben; in älteren Aufzeichnungen alles, was durch ihn ging.</translation>
    </message>
    <message>
        <source>Bytes between the GPU&apos;s memory and the L2 cache, either way.</source>
        <translation>Bytes zwischen GPU-Speicher und L2-Cache, in beiden Richtungen.</translation>
    </message>
    <message>
        <source>Floating-point operations, counted kind by kind of tile.</source>
        <translation>Gleitkommaoperationen, gezählt für jede Art von Tile.</translation>
    </message>
    <message>
        <source>Bytes of adding stores, counted kind by kind of tile.</source>
        <translation>Bytes addierender Schreibzugriffe, gezählt für jede Art von Tile.</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>No limit of it is known.</source>
        <translation>Keine Grenze dafür bekannt.</translation>
    </message>
    <message>
        <source>Nothing predicts it.</source>
        <translation>Nichts sagt ihn vorher.</translation>
    </message>
    <message>
        <source>%1. More than a quarter off.</source>
        <translation>%1. Mehr als ein Viertel daneben.</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>Choose a reference above.</source>
        <translation>Oben eine Referenz wählen.</translation>
    </message>
    <message>
        <source>The reference did not count it.</source>
        <translation>Die Referenz zählte ihn nicht.</translation>
    </message>
    <message>
        <source>counter</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>counted</source>
        <translation>gezählt</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>of limit</source>
        <translation>der Grenze</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>off</source>
        <translation>daneben</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>against</source>
        <translation>dagegen</translation>
    </message>
    <message>
        <source>what it says</source>
        <translation>was er sagt</translation>
    </message>
    <message>
        <source>By CUPTI, in runs of their own</source>
        <translation>Von CUPTI, in eigenen Läufen</translation>
    </message>
    <message>
        <source>The most that it can be in the kernel&apos;s time</source>
        <translation>Das Meiste, was in der Zeit des Kernels möglich ist</translation>
    </message>
    <message>
        <source>Counted over the limit</source>
        <translation>Gezählt, geteilt durch die Grenze</translation>
    </message>
    <message>
        <source>By the model, before anything ran</source>
        <translation>Vom Modell, bevor etwas lief</translation>
    </message>
    <message>
        <source>Counted against predicted: + is more than predicted. Bold: more than a quarter off</source>
        <translation>Gezählt gegen vorhergesagt: + ist mehr als vorhergesagt. Fett: mehr als ein Viertel daneben</translation>
    </message>
    <message>
        <source>The same counter of the reference</source>
        <translation>Derselbe Zähler der Referenz</translation>
    </message>
    <message>
        <source>Counted against the reference: + is more than it</source>
        <translation>Gezählt gegen die Referenz: + ist mehr als sie</translation>
    </message>
</context>
<context>
    <name>sparsescope::CounterPage</name>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Run or baseline that the counters are held against</source>
        <translation>Lauf oder Baseline, gegen welche die Zähler gehalten werden</translation>
    </message>
    <message>
        <source>Another run, or a baseline, that the counters are held against</source>
        <translation>Ein anderer Lauf oder eine Baseline, gegen welche die Zähler gehalten werden</translation>
    </message>
    <message>
        <source>Hardware counters</source>
        <translation>Hardwarezähler</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>There is no other run with counters: open or add a session, or run again.</source>
        <translation>Kein anderer Lauf hat Zähler: eine Sitzung öffnen oder hinzufügen, oder erneut ausführen.</translation>
    </message>
    <message>
        <source>This run has no hardware counters.</source>
        <translation>Dieser Lauf hat keine Hardwarezähler.</translation>
    </message>
    <message>
        <source>Counted by CUPTI in the fused kernel alone, in runs of their own.</source>
        <translation>Von CUPTI nur im fusionierten Kernel gezählt, in eigenen Läufen.</translation>
    </message>
    <message>
        <source>Choose a row to read what it means.</source>
        <translation>Eine Zeile wählen, um zu lesen, was sie bedeutet.</translation>
    </message>
</context>
<context>
    <name>sparsescope::CountsTable</name>
    <message>
        <source>Bytes and padding</source>
        <translation>Bytes und Padding</translation>
    </message>
    <message>
        <source>What each format stores of this matrix; ✓ marks the least</source>
        <translation>Was jedes Format von dieser Matrix speichert; ✓ markiert das Wenigste</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>sectors</source>
        <translation>Sektoren</translation>
    </message>
    <message>
        <source>fewest</source>
        <translation>am wenigsten</translation>
    </message>
    <message>
        <source>idle lanes</source>
        <translation>untätige Lanes</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>Padding</translation>
    </message>
</context>
<context>
    <name>sparsescope::DifferenceModel</name>
    <message>
        <source>%1, recorded</source>
        <translation>%1, aufgezeichnet</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1, spread %2 to %3</source>
        <translation>%1, Streuung %2 bis %3</translation>
    </message>
    <message>
        <source>within the noise: below the threshold, or the spreads overlap</source>
        <translation>im Rauschen: unter der Schwelle, oder die Streuungen überlappen</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 gegen %2</translation>
    </message>
</context>
<context>
    <name>sparsescope::Document</name>
    <message>
        <source>the dynamic plan</source>
        <translation>der dynamische Plan</translation>
    </message>
    <message>
        <source>run over all masks</source>
        <translation>Lauf über alle Masken</translation>
    </message>
    <message>
        <source>runs over all masks</source>
        <translation>Läufe über alle Masken</translation>
    </message>
    <message>
        <source>the note</source>
        <translation>die Notiz</translation>
    </message>
    <message>
        <source>work on %1</source>
        <translation>Arbeit an %1</translation>
    </message>
    <message>
        <source>other mask</source>
        <translation>andere Maske</translation>
    </message>
    <message>
        <source>other masks</source>
        <translation>andere Masken</translation>
    </message>
    <message>
        <source>plan found</source>
        <translation>gefundener Plan</translation>
    </message>
    <message>
        <source>plans found</source>
        <translation>gefundene Pläne</translation>
    </message>
    <message>
        <source>plan changed by hand</source>
        <translation>von Hand geänderter Plan</translation>
    </message>
    <message>
        <source>plans changed by hand</source>
        <translation>von Hand geänderte Pläne</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>plans</source>
        <translation>Pläne</translation>
    </message>
    <message>
        <source>plan&apos;s program</source>
        <translation>Programm eines Plans</translation>
    </message>
    <message>
        <source>plans&apos; programs</source>
        <translation>Programme von Plänen</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>sweep</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <source>sweeps</source>
        <translation>Sweeps</translation>
    </message>
    <message>
        <source>deleted bookmarks</source>
        <translation>gelöschte Lesezeichen</translation>
    </message>
    <message>
        <source>bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>published times</source>
        <translation>veröffentlichte Zeiten</translation>
    </message>
</context>
<context>
    <name>sparsescope::EdgesDialog</name>
    <message>
        <source>Open %1 as an edge list</source>
        <translation>%1 als Kantenliste öffnen</translation>
    </message>
    <message>
        <source>As guessed</source>
        <translation>Wie vermutet</translation>
    </message>
    <message>
        <source>Column %1</source>
        <translation>Spalte %1</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Blanks</source>
        <translation>Leerzeichen</translation>
    </message>
    <message>
        <source>Comma</source>
        <translation>Komma</translation>
    </message>
    <message>
        <source>Semicolon</source>
        <translation>Semikolon</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tabulator</translation>
    </message>
    <message>
        <source>Bar</source>
        <translation>Strich</translation>
    </message>
    <message>
        <source>Names of columns</source>
        <translation>Namen der Spalten</translation>
    </message>
    <message>
        <source>An edge</source>
        <translation>Eine Kante</translation>
    </message>
    <message>
        <source>As found</source>
        <translation>Wie gefunden</translation>
    </message>
    <message>
        <source>From 0</source>
        <translation>Ab 0</translation>
    </message>
    <message>
        <source>From 1</source>
        <translation>Ab 1</translation>
    </message>
    <message>
        <source>As the file says</source>
        <translation>Wie die Datei sagt</translation>
    </message>
    <message>
        <source>Both directions</source>
        <translation>Beide Richtungen</translation>
    </message>
    <message>
        <source>One direction</source>
        <translation>Eine Richtung</translation>
    </message>
    <message>
        <source>One set</source>
        <translation>Eine Menge</translation>
    </message>
    <message>
        <source>Sources apart from targets</source>
        <translation>Quellen getrennt von Zielen</translation>
    </message>
    <message>
        <source>Those that occur, numbered anew</source>
        <translation>Die vorkommenden, neu nummeriert</translation>
    </message>
    <message>
        <source>Those that occur, sources apart</source>
        <translation>Die vorkommenden, Quellen getrennt</translation>
    </message>
    <message>
        <source>as the largest numbers are, or 100x200</source>
        <translation>wie die größten Nummern, oder 100x200</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Separator</source>
        <translation>Trennzeichen</translation>
    </message>
    <message>
        <source>First line</source>
        <translation>Erste Zeile</translation>
    </message>
    <message>
        <source>Vertices are numbered</source>
        <translation>Knoten sind nummeriert</translation>
    </message>
    <message>
        <source>A line is an edge in</source>
        <translation>Eine Zeile ist eine Kante in</translation>
    </message>
    <message>
        <source>Vertices</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>First lines</source>
        <translation>Erste Zeilen</translation>
    </message>
    <message>
        <source>Line %1 %2.</source>
        <translation>Zeile %1 %2.</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>Spalte %1</translation>
    </message>
    <message>
        <source>%1: source</source>
        <translation>%1: Quelle</translation>
    </message>
    <message>
        <source>%1: target</source>
        <translation>%1: Ziel</translation>
    </message>
    <message>
        <source>%1: weight</source>
        <translation>%1: Gewicht</translation>
    </message>
    <message>
        <source>Separated by %1; %2, %3.</source>
        <translation>Getrennt durch %1; %2, %3.</translation>
    </message>
    <message>
        <source>with weights</source>
        <translation>mit Gewichten</translation>
    </message>
    <message>
        <source>without weights</source>
        <translation>ohne Gewichte</translation>
    </message>
    <message>
        <source>each line an edge in both directions</source>
        <translation>jede Zeile eine Kante in beiden Richtungen</translation>
    </message>
    <message>
        <source>each line an edge in one direction</source>
        <translation>jede Zeile eine Kante in einer Richtung</translation>
    </message>
</context>
<context>
    <name>sparsescope::EditPanel</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Ctrl+Z</source>
        <translation>Strg+Z</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+Z</source>
        <translation>Strg+Umschalt+Z</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>The first half of its rows and the second, each in a tile (Ctrl+D)</source>
        <translation>Die erste Hälfte seiner Zeilen und die zweite, je in einem Tile (Strg+D)</translation>
    </message>
    <message>
        <source>Merge with…</source>
        <translation>Vereinen mit…</translation>
    </message>
    <message>
        <source>With the tile of the same format that is selected next (Ctrl+M)</source>
        <translation>Mit dem Tile desselben Formats, das als Nächstes gewählt wird (Strg+M)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Its non-zeros go to 1D or CSR tiles, whichever is cheaper (Ctrl+Backspace)</source>
        <translation>Seine Nichtnullen gehen an 1D- oder CSR-Tiles, je nachdem, was billiger ist (Strg+Rücktaste)</translation>
    </message>
    <message>
        <source>Store as</source>
        <translation>Ablegen als</translation>
    </message>
    <message>
        <source>Store what it owns as %1, with the cheapest parameters (%2)</source>
        <translation>Was ihm gehört, als %1 ablegen, mit den billigsten Parametern (%2)</translation>
    </message>
    <message>
        <source>Predicted time before and after the change</source>
        <translation>Vorhergesagte Zeit vor und nach der Änderung</translation>
    </message>
    <message>
        <source>Do not merge</source>
        <translation>Nicht vereinen</translation>
    </message>
    <message>
        <source>Tile %1, %2</source>
        <translation>Tile %1, %2</translation>
    </message>
    <message>
        <source>Select the tile to merge it with: a click in the matrix, or the arrows and Enter.</source>
        <translation>Das andere Tile wählen: mit einem Klick in die Matrix oder mit Pfeiltasten und Eingabe.</translation>
    </message>
    <message>
        <source>%1 in %2, %3 a sub-task</source>
        <translation>%1 in %2, %3 je Teilaufgabe</translation>
    </message>
    <message>
        <source>non-zero</source>
        <translation>Nichtnull</translation>
    </message>
    <message>
        <source>non-zeros</source>
        <translation>Nichtnullen</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>No tile selected</source>
        <translation>Kein Tile ausgewählt</translation>
    </message>
    <message>
        <source>%1; the plan, predicted, not measured:</source>
        <translation>%1; der Plan, vorhergesagt, nicht gemessen:</translation>
    </message>
    <message>
        <source>What was changed, alone: %1</source>
        <translation>Was geändert wurde, allein: %1</translation>
    </message>
    <message>
        <source>All sub-tasks together: %1</source>
        <translation>Alle Teilaufgaben zusammen: %1</translation>
    </message>
    <message>
        <source>The plan takes as long as its busiest SM, which is as busy as it was.</source>
        <translation>Der Plan dauert so lange wie sein meistbelegter SM, und der ist so belegt wie vorher.</translation>
    </message>
    <message>
        <source>%1: the plan %2, all sub-tasks together %3</source>
        <translation>%1: der Plan %2, alle Teilaufgaben zusammen %3</translation>
    </message>
</context>
<context>
    <name>sparsescope::ExercisePanel</name>
    <message>
        <source>Exercise</source>
        <translation>Übung</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>This exercise has no answer: %1</source>
        <translation>Diese Übung hat keine Antwort: %1</translation>
    </message>
    <message>
        <source>✓ Right: %1</source>
        <translation>✓ Richtig: %1</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Zeichnen</translation>
    </message>
    <message>
        <source>Draw on the matrix: click places (D)</source>
        <translation>Auf der Matrix zeichnen: Stellen anklicken (D)</translation>
    </message>
    <message>
        <source>Show the answer</source>
        <translation>Antwort zeigen</translation>
    </message>
    <message>
        <source>a word or two</source>
        <translation>ein oder zwei Wörter</translation>
    </message>
    <message>
        <source>✓ Right</source>
        <translation>✓ Richtig</translation>
    </message>
    <message>
        <source>The answer is drawn.</source>
        <translation>Die Antwort ist gezeichnet.</translation>
    </message>
    <message>
        <source>The answer: %1</source>
        <translation>Die Antwort: %1</translation>
    </message>
    <message>
        <source>✗ Not so, and no try is left</source>
        <translation>✗ Nein, und kein Versuch ist übrig</translation>
    </message>
    <message>
        <source>✗ Not so; one try is left</source>
        <translation>✗ Nein; ein Versuch ist übrig</translation>
    </message>
    <message>
        <source>✗ Not so; %1 tries are left</source>
        <translation>✗ Nein; %1 Versuche sind übrig</translation>
    </message>
    <message>
        <source>Hint: %1</source>
        <translation>Hinweis: %1</translation>
    </message>
    <message>
        <source>○ %1: now %2</source>
        <translation>○ %1: jetzt %2</translation>
    </message>
</context>
<context>
    <name>sparsescope::ExplorePage</name>
    <message>
        <source>&amp;Explore</source>
        <translation>&amp;Erkunden</translation>
    </message>
    <message>
        <source>The matrix and its tiles</source>
        <translation>Die Matrix und ihre Tiles</translation>
    </message>
    <message>
        <source>Parts of the matrix</source>
        <translation>Teile der Matrix</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>Packed</source>
        <translation>Gepackt</translation>
    </message>
    <message>
        <source>Micro-tiles side by side, as a dynamic plan gathers them</source>
        <translation>Micro-Tiles nebeneinander, wie ein dynamischer Plan sie einsammelt</translation>
    </message>
    <message>
        <source>← →  ↑ ↓</source>
        <translation>← →  ↑ ↓</translation>
    </message>
    <message>
        <source>in the packed view: next dense tile, next bucket</source>
        <translation>in der gepackten Ansicht: nächstes dichtes Tile, nächster Bucket</translation>
    </message>
    <message>
        <source>+  −</source>
        <translation>+  −</translation>
    </message>
    <message>
        <source>in the packed view: larger tiles, smaller tiles</source>
        <translation>in der gepackten Ansicht: größere, kleinere Tiles</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>in the packed view: gather the micro-tiles, or put them back</source>
        <translation>in der gepackten Ansicht: Micro-Tiles einsammeln oder zurücklegen</translation>
    </message>
    <message>
        <source>Micro-tiles become dense tiles</source>
        <translation>Aus Micro-Tiles werden dichte Tiles</translation>
    </message>
    <message>
        <source>A row is a bucket: micro-tiles of the mask that hold something, side by side in the dense tiles that are multiplied. A click on one draws lines to where its micro-tiles lie, and Gather moves them in.</source>
        <translation>Eine Zeile ist ein Bucket: Micro-Tiles der Maske, die etwas enthalten, nebeneinander in den dichten Tiles, die multipliziert werden. Ein Klick auf eines zeigt mit Linien, wo seine Micro-Tiles liegen; Einsammeln holt sie hinein.</translation>
    </message>
</context>
<context>
    <name>sparsescope::ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>What to export</source>
        <translation>Was exportiert wird</translation>
    </message>
    <message>
        <source>CSV (comma-separated)</source>
        <translation>CSV (durch Kommas getrennt)</translation>
    </message>
    <message>
        <source>JSON (one object a row)</source>
        <translation>JSON (ein Objekt je Zeile)</translation>
    </message>
    <message>
        <source>&amp;As</source>
        <translation>&amp;Als</translation>
    </message>
    <message>
        <source>All rows, not rounded; times in nanoseconds.</source>
        <translation>Alle Zeilen, nicht gerundet; Zeiten in Nanosekunden.</translation>
    </message>
    <message>
        <source>&amp;Number</source>
        <translation>A&amp;nzahl</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>&amp;Breite</translation>
    </message>
    <message>
        <source>frame-0001.png and so on in a folder, from the first tile to the last, in the part of the matrix that is in view. For a film: ffmpeg -i frame-%04d.png search.mp4</source>
        <translation>frame-0001.png usw. in einem Ordner, vom ersten Tile bis zum letzten, im sichtbaren Teil der Matrix. Für einen Film: ffmpeg -i frame-%04d.png search.mp4</translation>
    </message>
    <message>
        <source>One file that any browser opens, without this program and without the net: the matrix, the plans by format, what was measured, and the search step by step.</source>
        <translation>Eine Datei, die jeder Browser ohne dieses Programm und ohne Netz öffnet: die Matrix, die Pläne nach Formaten, was gemessen wurde, und die Suche Schritt für Schritt.</translation>
    </message>
    <message>
        <source>Data: %1</source>
        <translation>Daten: %1</translation>
    </message>
    <message>
        <source>The search as frames</source>
        <translation>Die Suche als Einzelbilder</translation>
    </message>
    <message>
        <source>Session as a web page</source>
        <translation>Sitzung als Webseite</translation>
    </message>
    <message>
        <source>&amp;Copy as image</source>
        <translation>Als Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>E&amp;xportieren…</translation>
    </message>
    <message>
        <source>PNG (pixels)</source>
        <translation>PNG (Pixel)</translation>
    </message>
    <message>
        <source>SVG (vectors)</source>
        <translation>SVG (Vektoren)</translation>
    </message>
    <message>
        <source>PDF (vectors)</source>
        <translation>PDF (Vektoren)</translation>
    </message>
    <message>
        <source>TikZ (vectors, for LaTeX)</source>
        <translation>TikZ (Vektoren, für LaTeX)</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source>&amp;Width on paper</source>
        <translation>&amp;Breite auf Papier</translation>
    </message>
    <message>
        <source>&amp;Pixels across</source>
        <translation>&amp;Pixel in der Breite</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>&amp;Size of text</source>
        <translation>Schrift&amp;größe</translation>
    </message>
    <message>
        <source>&amp;Font</source>
        <translation>Schrift&amp;art</translation>
    </message>
    <message>
        <source>below the matrix</source>
        <translation>unter der Matrix</translation>
    </message>
    <message>
        <source>at its right</source>
        <translation>rechts von ihr</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>&amp;Legend</source>
        <translation>&amp;Legende</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>&amp;Titel</translation>
    </message>
    <message>
        <source>A&amp;xes with numbers</source>
        <translation>Achsen mit &amp;Zahlen</translation>
    </message>
    <message>
        <source>Printed in grey, all its colours can be told apart.</source>
        <translation>In Grau gedruckt sind alle Farben unterscheidbar.</translation>
    </message>
    <message>
        <source>%1 pixels wide, %2 an inch</source>
        <translation>%1 Pixel breit, %2 je Zoll</translation>
    </message>
    <message>
        <source>Lines and text are commands of TikZ, set in the fonts of your document; a heat map is a PNG beside the file, %1 pixels an inch.</source>
        <translation>Linien und Text sind TikZ-Befehle, gesetzt in den Schriften des Dokuments; eine Heatmap ist ein PNG neben der Datei, %1 Pixel je Zoll.</translation>
    </message>
    <message>
        <source>Lines and text stay vectors; a heat map is an image inside, %1 pixels an inch.</source>
        <translation>Linien und Text bleiben Vektoren; eine Heatmap ist ein Bild darin, %1 Pixel je Zoll.</translation>
    </message>
    <message>
        <source>A folder for the frames</source>
        <translation>Ein Ordner für die Einzelbilder</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1-Dateien (*.%2)</translation>
    </message>
</context>
<context>
    <name>sparsescope::FilmStrip</name>
    <message>
        <source>dense product</source>
        <translation>dichtes Produkt</translation>
    </message>
    <message>
        <source>%1x%2 by %3</source>
        <translation>%1x%2 mal %3</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>Masken</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>%1 owned</source>
        <translation>%1 eigene</translation>
    </message>
    <message>
        <source>%1 dense</source>
        <translation>%1 dicht</translation>
    </message>
    <message>
        <source>%1 x %2 in granules of %3</source>
        <translation>%1 x %2 im Raster von %3</translation>
    </message>
    <message>
        <source>%1 non-zeros, %2 of all places</source>
        <translation>%1 Nichtnullen, %2 aller Stellen</translation>
    </message>
    <message>
        <source>the dense product is predicted to be faster than all pairings</source>
        <translation>das dichte Produkt ist laut Vorhersage schneller als alle Paarungen</translation>
    </message>
    <message>
        <source>%1 members in %2</source>
        <translation>%1 Mitglieder in %2</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>stored %1 = owned %2 + covered zeros %3 + padding %4</source>
        <translation>gespeichert %1 = eigene %2 + bedeckte Nullen %3 + Padding %4</translation>
    </message>
    <message>
        <source>measured %1, predicted %2</source>
        <translation>gemessen %1, vorhergesagt %2</translation>
    </message>
    <message>
        <source>right, relative error %1</source>
        <translation>richtig, relativer Fehler %1</translation>
    </message>
    <message>
        <source>WRONG, relative error %1</source>
        <translation>FALSCH, relativer Fehler %1</translation>
    </message>
</context>
<context>
    <name>sparsescope::ForestPanel</name>
    <message>
        <source>Features</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>Feature</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>Among what was learned from</source>
        <translation>Unter dem Gelernten</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>Stimmen</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>Nearest matrices</source>
        <translation>Nächste Matrizen</translation>
    </message>
    <message>
        <source>Nearest matrix</source>
        <translation>Nächste Matrix</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>Familie</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Times as long as the fastest: what the estimates expect, as the trees correct it</source>
        <translation>Wievielmal so lange wie das schnellste: was die Schätzungen erwarten, von den Bäumen korrigiert</translation>
    </message>
    <message>
        <source>Trees in which it is the fastest</source>
        <translation>Bäume, in denen es am schnellsten ist</translation>
    </message>
    <message>
        <source>What the cost model predicts by a sample of the rows</source>
        <translation>Was das Kostenmodell aus einer Stichprobe der Zeilen vorhersagt</translation>
    </message>
    <message>
        <source>In features, each in units of its deviation over what was learned from</source>
        <translation>In Merkmalen, jedes in Einheiten seiner Abweichung über das Gelernte</translation>
    </message>
    <message>
        <source>Parts of the choice</source>
        <translation>Teile der Wahl</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>Reading the model</source>
        <translation>Modell wird gelesen</translation>
    </message>
    <message>
        <source>What the plan says of its choice cannot be read</source>
        <translation>Was der Plan über seine Wahl sagt, ist nicht lesbar</translation>
    </message>
    <message>
        <source>The model %1 is not there as it was when it chose, so that its trees and what it learned from are not shown: %2</source>
        <translation>Das Modell %1 ist nicht mehr so da, wie es wählte, daher werden seine Bäume und das Gelernte nicht gezeigt: %2</translation>
    </message>
    <message>
        <source>Model %1: learned from %2 of %3 on %4</source>
        <translation>Modell %1: hat %2 von %3 auf %4 gelernt</translation>
    </message>
    <message>
        <source>case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>cases</source>
        <translation>Fälle</translation>
    </message>
    <message>
        <source>matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>matrices</source>
        <translation>Matrizen</translation>
    </message>
    <message>
        <source>; on others its choices cost %1</source>
        <translation>; auf anderen kostet seine Wahl %1</translation>
    </message>
    <message>
        <source>%1 %2 &lt;b&gt;outside what was learned&lt;/b&gt;: no tree decided, the least predicted cost did, which is that of %3.</source>
        <translation>%1 %2 &lt;b&gt;außerhalb des Gelernten&lt;/b&gt;: nicht Bäume entschieden, sondern die geringsten vorhergesagten Kosten, und das sind die von %3.</translation>
    </message>
    <message>
        <source>is</source>
        <translation>ist</translation>
    </message>
    <message>
        <source>are</source>
        <translation>sind</translation>
    </message>
    <message>
        <source>%1: expected to take %2 the time of the fastest</source>
        <translation>%1: dauert erwartet %2 der Zeit des schnellsten</translation>
    </message>
    <message>
        <source>, within 3 % of %1 and simpler</source>
        <translation>, innerhalb von 3 % von %1 und einfacher</translation>
    </message>
    <message>
        <source>; nothing outside what was learned.</source>
        <translation>; nichts außerhalb des Gelernten.</translation>
    </message>
    <message>
        <source> It cannot hold this matrix: the plan is %1, the next that can.</source>
        <translation> Es kann diese Matrix nicht halten: der Plan ist %1, das nächste, das es kann.</translation>
    </message>
    <message>
        <source>Of %1 the simplest is taken whose mean is within 3 % of the least; outside what was learned the least predicted cost decides</source>
        <translation>Von %1 wird das einfachste genommen, dessen Mittel innerhalb von 3 % des kleinsten liegt; außerhalb des Gelernten entscheiden die geringsten vorhergesagten Kosten</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>%1; the trees are asked with %2</source>
        <translation>%1; die Bäume werden mit %2 gefragt</translation>
    </message>
    <message>
        <source>outside: %1</source>
        <translation>außerhalb: %1</translation>
    </message>
    <message>
        <source>%1 here; learned from %2 to %3</source>
        <translation>hier %1; gelernt von %2 bis %3</translation>
    </message>
    <message>
        <source>log of the time over the least: %1</source>
        <translation>Logarithmus der Zeit über der kleinsten: %1</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <source>it has none</source>
        <translation>es hat keine</translation>
    </message>
</context>
<context>
    <name>sparsescope::FormatBar</name>
    <message>
        <source>Who computes what, %1</source>
        <translation>Wer was berechnet, %1</translation>
    </message>
    <message>
        <source>Take %1 away</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Add a format</source>
        <translation>Format hinzufügen</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>Lanes of the warp that are drawn</source>
        <translation>Gezeichnete Lanes des Warps</translation>
    </message>
    <message>
        <source>%1 lanes</source>
        <translation>%1 Lanes</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>All but the first element: a format needs one to store</source>
        <translation>Alles bis auf das erste Element: ein Format braucht eines zum Speichern</translation>
    </message>
    <message>
        <source>Another format beside these</source>
        <translation>Ein weiteres Format neben diesen</translation>
    </message>
    <message>
        <source>No more than %1 side by side</source>
        <translation>Höchstens %1 nebeneinander</translation>
    </message>
</context>
<context>
    <name>sparsescope::FunctionPlot</name>
    <message>
        <source>%1 over its index: %2</source>
        <translation>%1 über seinem Index: %2</translation>
    </message>
</context>
<context>
    <name>sparsescope::GatherLines</name>
    <message>
        <source>Micro-tiles lie together in the file&apos;s order of rows and columns alone: no lines in this one.</source>
        <translation>Micro-Tiles liegen nur in der Anordnung der Datei beisammen: in dieser keine Linien.</translation>
    </message>
</context>
<context>
    <name>sparsescope::GoToField</name>
    <message>
        <source>Type a row from 0 to %1 and a column from 0 to %2, as 17, 42; or a rectangle as 0-15, 0-31.</source>
        <translation>Zeile von 0 bis %1 und Spalte von 0 bis %2 eingeben, als 17, 42; oder ein Rechteck als 0-15, 0-31.</translation>
    </message>
    <message>
        <source>The last row is %1.</source>
        <translation>Die letzte Zeile ist %1.</translation>
    </message>
    <message>
        <source>The last column is %1.</source>
        <translation>Die letzte Spalte ist %1.</translation>
    </message>
    <message>
        <source>Row %1 and column %2, or row %3 and column %4? Put a blank between them.</source>
        <translation>Zeile %1 und Spalte %2, oder Zeile %3 und Spalte %4? Ein Leerzeichen dazwischen setzen.</translation>
    </message>
    <message>
        <source>row,column or 0-15,0-31 (from 0)</source>
        <translation>Zeile,Spalte oder 0-15,0-31 (ab 0)</translation>
    </message>
    <message>
        <source>Go to row and column, or select rows and columns, counted from 0</source>
        <translation>Zu Zeile und Spalte gehen, oder Zeilen und Spalten auswählen, ab 0 gezählt</translation>
    </message>
</context>
<context>
    <name>sparsescope::GraphDocument</name>
    <message>
        <source>Not changed: %1</source>
        <translation>Nicht geändert: %1</translation>
    </message>
    <message>
        <source>Applying the graph</source>
        <translation>Graph anwenden</translation>
    </message>
    <message>
        <source>Trying nodes</source>
        <translation>Knoten probieren</translation>
    </message>
    <message>
        <source>wait for the end of the search that runs, or cancel it (Ctrl+.)</source>
        <translation>warten, bis die laufende Suche endet, oder sie abbrechen (Strg+.)</translation>
    </message>
    <message>
        <source>show the graph of another plan</source>
        <translation>den Graphen eines anderen Plans zeigen</translation>
    </message>
    <message>
        <source>The plan&apos;s graph is not shown: %1</source>
        <translation>Der Graph des Plans wird nicht gezeigt: %1</translation>
    </message>
    <message>
        <source>That is no graph: %1</source>
        <translation>Das ist kein Graph: %1</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 lesen</translation>
    </message>
    <message>
        <source>open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>%1 speichern</translation>
    </message>
    <message>
        <source>Saved the graph as %1</source>
        <translation>Graph als %1 gespeichert</translation>
    </message>
</context>
<context>
    <name>sparsescope::GraphEditor</name>
    <message>
        <source>Converting: which rows and columns, in which order</source>
        <translation>Konvertieren: welche Zeilen und Spalten, in welcher Anordnung</translation>
    </message>
    <message>
        <source>Mapping: what a thread block, a warp, a thread takes</source>
        <translation>Abbilden: was ein Threadblock, ein Warp, ein Thread nimmt</translation>
    </message>
    <message>
        <source>Implementing: how results are added</source>
        <translation>Ausführen: wie Ergebnisse addiert werden</translation>
    </message>
    <message>
        <source>+ converting</source>
        <translation>+ Konvertieren</translation>
    </message>
    <message>
        <source>+ mapping</source>
        <translation>+ Abbilden</translation>
    </message>
    <message>
        <source>+ implementing</source>
        <translation>+ Ausführen</translation>
    </message>
    <message>
        <source>Graph…</source>
        <translation>Graph…</translation>
    </message>
    <message>
        <source>Graphs to begin with; open, save, copy</source>
        <translation>Graphen für den Anfang; öffnen, speichern, kopieren</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>The graph&apos;s plan</source>
        <translation>Der Plan des Graphen</translation>
    </message>
    <message>
        <source>Use SpMV</source>
        <translation>SpMV benutzen</translation>
    </message>
    <message>
        <source>Graphs compute a matrix times a vector</source>
        <translation>Graphen berechnen eine Matrix mal einen Vektor</translation>
    </message>
    <message>
        <source>The graph</source>
        <translation>Der Graph</translation>
    </message>
    <message>
        <source>The adapter: how what the reduction before leaves reaches the next one</source>
        <translation>Der Adapter: wie das, was die Reduktion davor übrig lässt, die nächste erreicht</translation>
    </message>
    <message>
        <source>What may be added here (Insert)</source>
        <translation>Was hier hinzugefügt werden kann (Einfg)</translation>
    </message>
    <message>
        <source>Instead of what stands there:</source>
        <translation>Statt dessen, was dort steht:</translation>
    </message>
    <message>
        <source>Begin with:</source>
        <translation>Beginnen mit:</translation>
    </message>
    <message>
        <source>begin with %1</source>
        <translation>mit %1 beginnen</translation>
    </message>
    <message>
        <source>Open a graph…</source>
        <translation>Graph öffnen…</translation>
    </message>
    <message>
        <source>Open a graph</source>
        <translation>Graph öffnen</translation>
    </message>
    <message>
        <source>Graphs (*.json);;All files (*)</source>
        <translation>Graphen (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the graph as…</source>
        <translation>Graph speichern als…</translation>
    </message>
    <message>
        <source>Save the graph</source>
        <translation>Graph speichern</translation>
    </message>
    <message>
        <source>Graphs (*.json)</source>
        <translation>Graphen (*.json)</translation>
    </message>
    <message>
        <source>Copy the graph as JSON</source>
        <translation>Graph als JSON kopieren</translation>
    </message>
    <message>
        <source>Paste a graph</source>
        <translation>Graph einfügen</translation>
    </message>
    <message>
        <source>paste a graph</source>
        <translation>einen Graphen einfügen</translation>
    </message>
    <message>
        <source>Take back: %1 (Ctrl+Z)</source>
        <translation>Zurücknehmen: %1 (Strg+Z)</translation>
    </message>
    <message>
        <source>Nothing to take back</source>
        <translation>Nichts zurückzunehmen</translation>
    </message>
    <message>
        <source>Again: %1 (Ctrl+Y)</source>
        <translation>Wiederholen: %1 (Strg+Y)</translation>
    </message>
    <message>
        <source>Nothing to do again</source>
        <translation>Nichts zu wiederholen</translation>
    </message>
    <message>
        <source>Branch %1</source>
        <translation>Zweig %1</translation>
    </message>
    <message>
        <source>Branch %1: takes nothing of this matrix</source>
        <translation>Zweig %1: nimmt nichts von dieser Matrix</translation>
    </message>
    <message>
        <source>Branch %1: %2, %3</source>
        <translation>Zweig %1: %2, %3</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>non-zero</source>
        <translation>Nichtnull</translation>
    </message>
    <message>
        <source>non-zeros</source>
        <translation>Nichtnullen</translation>
    </message>
    <message>
        <source>Not planned: %1.</source>
        <translation>Nicht geplant: %1.</translation>
    </message>
    <message>
        <source>Not planned: the matrix does not meet what a node needs, marked below. The last good plan stays.</source>
        <translation>Nicht geplant: die Matrix erfüllt nicht, was ein Knoten braucht, unten markiert. Der letzte gute Plan bleibt.</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>Wird geplant…</translation>
    </message>
    <message>
        <source>The shown plan is of this graph: predicted %1.</source>
        <translation>Der gezeigte Plan ist von diesem Graphen: vorhergesagt %1.</translation>
    </message>
    <message>
        <source>Not planned yet: change it, or press Search.</source>
        <translation>Noch nicht geplant: ihn ändern oder Suchen drücken.</translation>
    </message>
</context>
<context>
    <name>sparsescope::HeatMapView</name>
    <message>
        <source>tile %1, %2</source>
        <translation>Tile %1, %2</translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>shown at row %1, column %2</source>
        <translation>gezeigt bei Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>Null</translation>
    </message>
    <message>
        <source>value %1</source>
        <translation>Wert %1</translation>
    </message>
    <message>
        <source>non-zero</source>
        <translation>Nichtnull</translation>
    </message>
    <message>
        <source>rows %1 to %2 and columns %3 to %4 are selected</source>
        <translation>Zeilen %1 bis %2 und Spalten %3 bis %4 sind ausgewählt</translation>
    </message>
    <message>
        <source>%1, is selected</source>
        <translation>%1 ist ausgewählt</translation>
    </message>
    <message>
        <source>nothing is picked</source>
        <translation>nichts ist ausgewählt</translation>
    </message>
    <message>
        <source>row %1  col %2</source>
        <translation>Zeile %1  Sp. %2</translation>
    </message>
    <message>
        <source>  shown at %1, %2</source>
        <translation>  gezeigt bei %1, %2</translation>
    </message>
    <message>
        <source>1 non-zero in this pixel</source>
        <translation>1 Nichtnull in diesem Pixel</translation>
    </message>
    <message>
        <source>%1 non-zeros in this pixel</source>
        <translation>%1 Nichtnullen in diesem Pixel</translation>
    </message>
    <message>
        <source>tile %1 and %2 more that this pixel hides</source>
        <translation>Tile %1 und %2 weitere, die dieser Pixel verdeckt</translation>
    </message>
    <message>
        <source>tile %1</source>
        <translation>Tile %1</translation>
    </message>
    <message>
        <source>No matrix is open.</source>
        <translation>Keine Matrix ist geöffnet.</translation>
    </message>
    <message>
        <source>place %1</source>
        <translation>Stelle %1</translation>
    </message>
    <message>
        <source>col %1</source>
        <translation>Sp. %1</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>Heat map of the matrix</source>
        <translation>Heatmap der Matrix</translation>
    </message>
    <message>
        <source>Wheel zooms, drag pans, arrows move the pick, G goes to a row and column.</source>
        <translation>Rad zoomt, Ziehen verschiebt, Pfeile bewegen die Auswahl, G geht zu einer Zeile und Spalte.</translation>
    </message>
</context>
<context>
    <name>sparsescope::HistoryCurve</name>
    <message>
        <source>Time of each graph over the evaluations of the search, and the best so far</source>
        <translation>Zeit jedes Graphen über den Auswertungen der Suche, und die beste bisher</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>Temperatur</translation>
    </message>
</context>
<context>
    <name>sparsescope::HistoryList</name>
    <message>
        <source>all phases</source>
        <translation>alle Phasen</translation>
    </message>
    <message>
        <source>Phase of the search</source>
        <translation>Phase der Suche</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>Each graph below the one that it was made from</source>
        <translation>Jeder Graph unter dem, aus dem er entstand</translation>
    </message>
    <message>
        <source>Evaluations of the search</source>
        <translation>Auswertungen der Suche</translation>
    </message>
    <message>
        <source>This plan comes without the history of a search among graphs. Planner alphasparse tells one: every graph that it measured or predicted, and what became of it.</source>
        <translation>Dieser Plan hat keine Geschichte einer Suche unter Graphen. Der Planer alphasparse liefert eine: jeden Graphen, den er maß oder vorhersagte, und was aus ihm wurde.</translation>
    </message>
    <message>
        <source>Left out without a try: %1 (%2)</source>
        <translation>Ohne Versuch ausgelassen: %1 (%2)</translation>
    </message>
    <message>
        <source>Once the search has ended, a click or Enter plans a graph on the canvas</source>
        <translation>Nach dem Ende der Suche plant ein Klick oder Eingabe einen Graphen auf der Zeichenfläche</translation>
    </message>
    <message>
        <source>A click or Enter plans a graph on the canvas</source>
        <translation>Ein Klick oder Eingabe plant einen Graphen auf der Zeichenfläche</translation>
    </message>
</context>
<context>
    <name>sparsescope::HistoryModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>no.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>from</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>Urteil</translation>
    </message>
</context>
<context>
    <name>sparsescope::HistoryReplay</name>
    <message>
        <source>graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>graphs</source>
        <translation>Graphen</translation>
    </message>
</context>
<context>
    <name>sparsescope::HistoryTimes</name>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>What each graph was predicted to take, beside what it took</source>
        <translation>Was für jeden Graphen vorhergesagt war, und was er brauchte</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>sparsescope::Inspector</name>
    <message>
        <source>What is selected</source>
        <translation>Was ausgewählt ist</translation>
    </message>
</context>
<context>
    <name>sparsescope::KernelKinds</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>kind of tile</source>
        <translation>Art von Tile</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>case line</source>
        <translation>case-Zeile</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Kinds of tiles</source>
        <translation>Arten von Tiles</translation>
    </message>
    <message>
        <source>Branches of the graph, each a case of the kernel, and the nodes that wrote its lines</source>
        <translation>Zweige des Graphen, jeder ein case des Kernels, und die Knoten, die seine Zeilen schrieben</translation>
    </message>
    <message>
        <source>Kinds of tiles; each is one case of the fused kernel</source>
        <translation>Arten von Tiles; jede ist ein case des fusionierten Kernels</translation>
    </message>
    <message>
        <source>branches and nodes</source>
        <translation>Zweige und Knoten</translation>
    </message>
    <message>
        <source>template lines</source>
        <translation>Template-Zeilen</translation>
    </message>
    <message>
        <source>printed lines</source>
        <translation>gedruckte Zeilen</translation>
    </message>
    <message>
        <source>branch %1: %2</source>
        <translation>Zweig %1: %2</translation>
    </message>
    <message>
        <source>%1, from IR</source>
        <translation>%1, aus IR</translation>
    </message>
</context>
<context>
    <name>sparsescope::KernelPage</name>
    <message>
        <source>&amp;Kernel</source>
        <translation>&amp;Kernel</translation>
    </message>
    <message>
        <source>Read the generated kernel</source>
        <translation>Den erzeugten Kernel lesen</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Template</translation>
    </message>
    <message>
        <source>IR</source>
        <translation>IR</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the whole source</source>
        <translation>Den ganzen Quelltext kopieren</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>The source as…</source>
        <translation>Der Quelltext als…</translation>
    </message>
    <message>
        <source>A project that runs and checks it…</source>
        <translation>Ein Projekt, das ihn ausführt und prüft…</translation>
    </message>
    <message>
        <source>Source, arrays and a host program with its one line to build it</source>
        <translation>Quelltext, Arrays und ein Host-Programm, mit der einen Zeile, die es baut</translation>
    </message>
    <message>
        <source>CUDA C++</source>
        <translation>CUDA C++</translation>
    </message>
    <message>
        <source>PTX</source>
        <translation>PTX</translation>
    </message>
    <message>
        <source>SASS</source>
        <translation>SASS</translation>
    </message>
    <message>
        <source>compiled for</source>
        <translation>übersetzt für</translation>
    </message>
    <message>
        <source>Architecture to compile for</source>
        <translation>Architektur, für die übersetzt wird</translation>
    </message>
    <message>
        <source>&amp;Generate the kernel</source>
        <translation>Kernel er&amp;zeugen</translation>
    </message>
    <message>
        <source>One kernel runs all tiles</source>
        <translation>Ein Kernel führt alle Tiles aus</translation>
    </message>
    <message>
        <source>The CUDA source that is generated from the plan. A kind of tile leads to the lines that run it, and those to their PTX. Save writes a project that builds, runs and checks it without this program.</source>
        <translation>Der CUDA-Quelltext, der aus dem Plan erzeugt wird. Eine Art von Tile führt zu den Zeilen, die sie ausführen, und diese zu ihrem PTX. Speichern schreibt ein Projekt, das ihn ohne dieses Programm baut, ausführt und prüft.</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>The kernel is generated from a plan. Search one (Alt+2), or open a plan file.</source>
        <translation>Der Kernel wird aus einem Plan erzeugt. Einen suchen (Alt+2) oder eine Plandatei öffnen.</translation>
    </message>
    <message>
        <source>No kernel is generated: %1</source>
        <translation>Kein Kernel wird erzeugt: %1</translation>
    </message>
    <message>
        <source>Generating…</source>
        <translation>Wird erzeugt…</translation>
    </message>
    <message>
        <source>This program was built without code generation.</source>
        <translation>Dieses Programm wurde ohne Codeerzeugung gebaut.</translation>
    </message>
    <message>
        <source>The kernel is generated from a plan.</source>
        <translation>Der Kernel wird aus einem Plan erzeugt.</translation>
    </message>
    <message>
        <source>A library computes this plan.</source>
        <translation>Eine Bibliothek berechnet diesen Plan.</translation>
    </message>
    <message>
        <source>Templates written by hand; a format that has none is printed from the plan&apos;s program</source>
        <translation>Von Hand geschriebene Templates; ein Format ohne Template wird aus dem Programm des Plans gedruckt</translation>
    </message>
    <message>
        <source>All of it printed from the plan&apos;s program, with the schedule that was written for it, or default schedules</source>
        <translation>Alles aus dem Programm des Plans gedruckt, mit dem Schedule, der dafür geschrieben wurde, oder mit Standard-Schedules</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%1 threads a block</source>
        <translation>%1 Threads je Block</translation>
    </message>
    <message>
        <source>%1 wrote no line: what it does is in the arrays</source>
        <translation>%1 schrieb keine Zeile: was er tut, steht in den Arrays</translation>
    </message>
    <message>
        <source>ran with %1 registers, %2 shared, occupancy %3</source>
        <translation>lief mit %1 Registern, %2 Shared, Belegung %3</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>aufgezeichnet</translation>
    </message>
    <message>
        <source>no spills</source>
        <translation>keine Spills</translation>
    </message>
    <message>
        <source>spills %1 stored, %2 loaded a thread</source>
        <translation>Spills: %1 geschrieben, %2 gelesen je Thread</translation>
    </message>
    <message>
        <source>%1: %2 registers, %3 shared, %4</source>
        <translation>%1: %2 Register, %3 Shared, %4</translation>
    </message>
    <message>
        <source>. %1 blocks an SM, %2 of its threads, limited by %3.</source>
        <translation>. %1 Blöcke je SM, %2 seiner Threads, begrenzt durch %3.</translation>
    </message>
    <message>
        <source>Not compiled: %1</source>
        <translation>Nicht übersetzt: %1</translation>
    </message>
    <message>
        <source>Compiling…</source>
        <translation>Wird übersetzt…</translation>
    </message>
    <message>
        <source>This program was built without a compiler.</source>
        <translation>Dieses Programm wurde ohne Compiler gebaut.</translation>
    </message>
    <message>
        <source>Save the kernel</source>
        <translation>Kernel speichern</translation>
    </message>
    <message>
        <source>CUDA C++ (*.cu)</source>
        <translation>CUDA C++ (*.cu)</translation>
    </message>
    <message>
        <source>Saved the kernel as %1</source>
        <translation>Kernel als %1 gespeichert</translation>
    </message>
    <message>
        <source>Saving the kernel</source>
        <translation>Kernel speichern</translation>
    </message>
    <message>
        <source>A folder for the project</source>
        <translation>Ein Ordner für das Projekt</translation>
    </message>
</context>
<context>
    <name>sparsescope::KeysHelp</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>wheel</source>
        <translation>Rad</translation>
    </message>
    <message>
        <source>zoom at the cursor</source>
        <translation>am Zeiger zoomen</translation>
    </message>
    <message>
        <source>drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>move the matrix</source>
        <translation>die Matrix verschieben</translation>
    </message>
    <message>
        <source>Shift + drag</source>
        <translation>Umschalt + Ziehen</translation>
    </message>
    <message>
        <source>select a rectangle</source>
        <translation>ein Rechteck auswählen</translation>
    </message>
    <message>
        <source>double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>show all of it</source>
        <translation>alles zeigen</translation>
    </message>
    <message>
        <source>arrows</source>
        <translation>Pfeile</translation>
    </message>
    <message>
        <source>move the picked element by one</source>
        <translation>das ausgewählte Element um eins bewegen</translation>
    </message>
    <message>
        <source>go to row, column; select as 0-15,0-31</source>
        <translation>zu Zeile, Spalte gehen; auswählen als 0-15,0-31</translation>
    </message>
    <message>
        <source>fit the selection</source>
        <translation>die Auswahl einpassen</translation>
    </message>
    <message>
        <source>stretch the matrix to fill the canvas, or not</source>
        <translation>die Matrix auf die Zeichenfläche strecken oder nicht</translation>
    </message>
    <message>
        <source>next layer of values, next layer of tiles</source>
        <translation>nächste Ebene der Werte, nächste Ebene der Tiles</translation>
    </message>
    <message>
        <source>order of rows and columns</source>
        <translation>Anordnung von Zeilen und Spalten</translation>
    </message>
    <message>
        <source>clear the selection</source>
        <translation>die Auswahl aufheben</translation>
    </message>
    <message>
        <source>Alt + ← →</source>
        <translation>Alt + ← →</translation>
    </message>
    <message>
        <source>back and forward through the views</source>
        <translation>zurück und vorwärts durch die Ansichten</translation>
    </message>
    <message>
        <source>Alt + 1 … %1</source>
        <translation>Alt + 1 … %1</translation>
    </message>
    <message>
        <source>Ctrl + (Shift +) T  W</source>
        <translation>Strg + (Umschalt +) T  W</translation>
    </message>
    <message>
        <source>new tab (the closed one again), close this tab</source>
        <translation>neuer Tab (wieder der geschlossene), diesen schließen</translation>
    </message>
    <message>
        <source>Ctrl + (Shift +) Tab</source>
        <translation>Strg + (Umschalt +) Tab</translation>
    </message>
    <message>
        <source>next tab, the tab before</source>
        <translation>nächster Tab, voriger Tab</translation>
    </message>
    <message>
        <source>Ctrl + Shift + Page Up, Down</source>
        <translation>Strg + Umschalt + Bild auf, ab</translation>
    </message>
    <message>
        <source>move the tab to the left, to the right</source>
        <translation>den Tab nach links, nach rechts bewegen</translation>
    </message>
    <message>
        <source>Ctrl + L</source>
        <translation>Strg + L</translation>
    </message>
    <message>
        <source>link this tab with another one, or unlink</source>
        <translation>diesen Tab mit einem anderen verbinden oder lösen</translation>
    </message>
    <message>
        <source>Ctrl + (Shift +) S</source>
        <translation>Strg + (Umschalt +) S</translation>
    </message>
    <message>
        <source>save the session (under another name)</source>
        <translation>die Sitzung speichern (unter anderem Namen)</translation>
    </message>
    <message>
        <source>Ctrl + B</source>
        <translation>Strg + B</translation>
    </message>
    <message>
        <source>bookmark this view; with Shift: all</source>
        <translation>Lesezeichen für diese Ansicht; mit Umschalt: alle</translation>
    </message>
    <message>
        <source>Ctrl + Shift + E</source>
        <translation>Strg + Umschalt + E</translation>
    </message>
    <message>
        <source>export pictures, data, a web page</source>
        <translation>Bilder, Daten, eine Webseite exportieren</translation>
    </message>
    <message>
        <source>Ctrl + Shift + L</source>
        <translation>Strg + Umschalt + L</translation>
    </message>
    <message>
        <source>layouts of the panels</source>
        <translation>Layouts der Bereiche</translation>
    </message>
    <message>
        <source>Ctrl + Shift + C</source>
        <translation>Strg + Umschalt + C</translation>
    </message>
    <message>
        <source>copy the matrix as an image</source>
        <translation>die Matrix als Bild kopieren</translation>
    </message>
    <message>
        <source>Ctrl + K</source>
        <translation>Strg + K</translation>
    </message>
    <message>
        <source>all actions, by name</source>
        <translation>alle Aktionen, nach Namen</translation>
    </message>
    <message>
        <source>this page</source>
        <translation>diese Seite</translation>
    </message>
</context>
<context>
    <name>sparsescope::KindModel</name>
    <message>
        <source>nothing was predicted or counted</source>
        <translation>nichts wurde vorhergesagt oder gezählt</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>nicht gezählt</translation>
    </message>
    <message>
        <source>%1 of predicted</source>
        <translation>%1 des Vorhergesagten</translation>
    </message>
    <message>
        <source> ns</source>
        <translation> ns</translation>
    </message>
    <message>
        <source> FLOPs</source>
        <translation> FLOPs</translation>
    </message>
    <message>
        <source> bytes</source>
        <translation> Byte</translation>
    </message>
    <message>
        <source>kind of tile</source>
        <translation>Art von Tile</translation>
    </message>
    <message>
        <source>sub-tasks</source>
        <translation>Teilaufgaben</translation>
    </message>
    <message>
        <source>alone</source>
        <translation>allein</translation>
    </message>
    <message>
        <source>FLOPs pred.</source>
        <translation>FLOPs vorh.</translation>
    </message>
    <message>
        <source>counted</source>
        <translation>gezählt</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>bytes pred.</source>
        <translation>Bytes vorh.</translation>
    </message>
    <message>
        <source>added pred.</source>
        <translation>addiert vorh.</translation>
    </message>
    <message>
        <source>Format, and whether other tiles write its rows too</source>
        <translation>Format, und ob andere Tiles auch seine Zeilen schreiben</translation>
    </message>
    <message>
        <source>Sub-tasks of this kind</source>
        <translation>Teilaufgaben dieser Art</translation>
    </message>
    <message>
        <source>Time of a kernel with the sub-tasks of this kind alone, launch included</source>
        <translation>Zeit eines Kernels nur mit den Teilaufgaben dieser Art, mit Start</translation>
    </message>
    <message>
        <source>Predicted floating-point operations (STile, table 3)</source>
        <translation>Vorhergesagte Gleitkommaoperationen (STile, Tabelle 3)</translation>
    </message>
    <message>
        <source>Counted floating-point operations</source>
        <translation>Gezählte Gleitkommaoperationen</translation>
    </message>
    <message>
        <source>Counted over predicted FLOPs</source>
        <translation>Gezählte FLOPs, geteilt durch vorhergesagte</translation>
    </message>
    <message>
        <source>Predicted bytes between the SMs and the L2 cache: rows of dense operands once a tile, arrays, output</source>
        <translation>Vorhergesagte Bytes zwischen SMs und L2-Cache: Zeilen dichter Operanden einmal je Tile, Arrays, Ausgabe</translation>
    </message>
    <message>
        <source>Counted bytes between the SMs and the L2 cache</source>
        <translation>Gezählte Bytes zwischen SMs und L2-Cache</translation>
    </message>
    <message>
        <source>Counted over predicted bytes</source>
        <translation>Gezählte Bytes, geteilt durch vorhergesagte</translation>
    </message>
    <message>
        <source>Predicted bytes of adding stores, which tiles with split rows make</source>
        <translation>Vorhergesagte Bytes addierender Schreibzugriffe, wie sie Tiles mit geteilten Zeilen machen</translation>
    </message>
    <message>
        <source>Counted bytes of adding stores</source>
        <translation>Gezählte Bytes addierender Schreibzugriffe</translation>
    </message>
    <message>
        <source>Counted over predicted bytes of adding stores</source>
        <translation>Gezählte Bytes addierender Schreibzugriffe, geteilt durch vorhergesagte</translation>
    </message>
</context>
<context>
    <name>sparsescope::KindPage</name>
    <message>
        <source>Kinds of tile</source>
        <translation>Arten von Tiles</translation>
    </message>
    <message>
        <source>Branches of a graph are cases of one kernel and not launched alone: what was predicted of their tiles. Their times stand under Cost model, time by branch.</source>
        <translation>Zweige eines Graphen sind cases eines Kernels und werden nicht allein gestartet: gezeigt ist, was für ihre Tiles vorhergesagt wurde. Ihre Zeiten stehen unter Kostenmodell, Zeit nach Zweigen.</translation>
    </message>
    <message>
        <source>Sub-tasks of each kind launched alone, launch included. Ratios are counted over predicted; bytes are those between the SMs and the L2 cache, added ones those of adding stores.</source>
        <translation>Teilaufgaben jeder Art, allein gestartet, mit Start. Verhältnisse sind gezählt durch vorhergesagt; Bytes sind die zwischen SMs und L2-Cache, addierte die addierender Schreibzugriffe.</translation>
    </message>
    <message>
        <source>The kinds of tile of this run were not launched alone.</source>
        <translation>Die Arten von Tiles dieses Laufs wurden nicht allein gestartet.</translation>
    </message>
</context>
<context>
    <name>sparsescope::LayerBar</name>
    <message>
        <source>Layers of the heat map</source>
        <translation>Ebenen der Heatmap</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>How many non-zeros a pixel has</source>
        <translation>Wie viele Nichtnullen ein Pixel hat</translation>
    </message>
    <message>
        <source>any</source>
        <translation>irgendeine</translation>
    </message>
    <message>
        <source>Whether a pixel has a non-zero</source>
        <translation>Ob ein Pixel eine Nichtnull hat</translation>
    </message>
    <message>
        <source>magnitude</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>The largest |value| in a pixel</source>
        <translation>Der größte |Wert| in einem Pixel</translation>
    </message>
    <message>
        <source>sign</source>
        <translation>Vorzeichen</translation>
    </message>
    <message>
        <source>Whether a pixel&apos;s values are positive or negative</source>
        <translation>Ob die Werte eines Pixels positiv oder negativ sind</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Which format a tile is stored in</source>
        <translation>In welchem Format ein Tile gespeichert ist</translation>
    </message>
    <message>
        <source>level</source>
        <translation>Level</translation>
    </message>
    <message>
        <source>Which generation of candidates a tile is from</source>
        <translation>Aus welcher Generation von Kandidaten ein Tile stammt</translation>
    </message>
    <message>
        <source>round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Which round of the search chose a tile</source>
        <translation>Welche Runde der Suche ein Tile wählte</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>Padding</translation>
    </message>
    <message>
        <source>The share of a tile&apos;s stored places that hold no non-zero</source>
        <translation>Der Anteil der gespeicherten Stellen eines Tiles, die keine Nichtnull enthalten</translation>
    </message>
    <message>
        <source>redundant</source>
        <translation>redundant</translation>
    </message>
    <message>
        <source>The share of a tile&apos;s stored places whose non-zero another tile owns</source>
        <translation>Der Anteil der gespeicherten Stellen eines Tiles, deren Nichtnull einem anderen gehört</translation>
    </message>
    <message>
        <source>split</source>
        <translation>geteilt</translation>
    </message>
    <message>
        <source>Split rows: whether other stored rows hold parts of a tile&apos;s rows too</source>
        <translation>Geteilte Zeilen: ob auch andere gespeicherte Zeilen Teile der Zeilen eines Tiles enthalten</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>The predicted cost of a tile&apos;s sub-task</source>
        <translation>Die vorhergesagten Kosten der Teilaufgabe eines Tiles</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>The measured time of a tile&apos;s sub-task: in situ, chosen again saturated</source>
        <translation>Die gemessene Zeit der Teilaufgabe eines Tiles: in situ, erneut gewählt gesättigt</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Slower or faster than the model says: in situ, chosen again saturated</source>
        <translation>Langsamer oder schneller, als das Modell sagt: in situ, erneut gewählt gesättigt</translation>
    </message>
    <message>
        <source>Rows and columns as the file has them</source>
        <translation>Zeilen und Spalten wie in der Datei</translation>
    </message>
    <message>
        <source>The longest rows first; equal ones as in the file</source>
        <translation>Die längsten Zeilen zuerst; gleiche wie in der Datei</translation>
    </message>
    <message>
        <source>The longest columns first; equal ones as in the file</source>
        <translation>Die längsten Spalten zuerst; gleiche wie in der Datei</translation>
    </message>
    <message>
        <source>The longest rows and columns first; equal ones as in the file</source>
        <translation>Die längsten Zeilen und Spalten zuerst; gleiche wie in der Datei</translation>
    </message>
    <message>
        <source>Neighbours next to each other, so that non-zeros come close to the diagonal</source>
        <translation>Nachbarn nebeneinander, sodass Nichtnullen nahe an die Diagonale kommen</translation>
    </message>
    <message>
        <source>The rows of the plan&apos;s first tile first, then those of the second, and so on: tiles that gather rows become rectangles</source>
        <translation>Die Zeilen des ersten Tiles des Plans zuerst, dann die des zweiten usw.: Tiles, die Zeilen einsammeln, werden Rechtecke</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>Order of rows and columns</source>
        <translation>Anordnung von Zeilen und Spalten</translation>
    </message>
    <message>
        <source>Order of rows and columns (O): %1</source>
        <translation>Anordnung von Zeilen und Spalten (O): %1</translation>
    </message>
</context>
<context>
    <name>sparsescope::LayoutsDialog</name>
    <message>
        <source>Layout %1</source>
        <translation>Layout %1</translation>
    </message>
    <message>
        <source>Layouts of the panels</source>
        <translation>Layouts der Bereiche</translation>
    </message>
    <message>
        <source>A layout is where the page strip and the inspector stand, and how large they are on each page.</source>
        <translation>Ein Layout sagt, wo Seitenbereich und Inspektor stehen und wie groß sie auf jeder Seite sind.</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Benutzen</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>The layout as it is now</source>
        <translation>Das Layout, wie es jetzt ist</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Default layout</source>
        <translation>Standardlayout</translation>
    </message>
    <message>
        <source>Every panel docked, in its first size</source>
        <translation>Jeder Bereich angedockt, in seiner ersten Größe</translation>
    </message>
</context>
<context>
    <name>sparsescope::LearnDesk</name>
    <message>
        <source>Drawn by hand</source>
        <translation>Von Hand gezeichnet</translation>
    </message>
    <message>
        <source>New step</source>
        <translation>Neuer Schritt</translation>
    </message>
    <message>
        <source>New lesson</source>
        <translation>Neue Lektion</translation>
    </message>
</context>
<context>
    <name>sparsescope::LearnPage</name>
    <message>
        <source>&amp;Save the lesson</source>
        <translation>Lektion &amp;speichern</translation>
    </message>
    <message>
        <source>Save the lesson &amp;as…</source>
        <translation>Lektion spei&amp;chern als…</translation>
    </message>
    <message>
        <source>&amp;Edit this lesson</source>
        <translation>Diese Lektion &amp;bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Draw the matrix	D</source>
        <translation>Matrix &amp;zeichnen	D</translation>
    </message>
    <message>
        <source>&amp;Cut from the open matrix</source>
        <translation>Aus der geöffneten Matrix aus&amp;schneiden</translation>
    </message>
    <message>
        <source>What was drawn by &amp;hand</source>
        <translation>Von &amp;Hand Gezeichnetes</translation>
    </message>
    <message>
        <source>Drawn before a lesson or another matrix took its place</source>
        <translation>Gezeichnet, bevor eine Lektion oder eine andere Matrix seinen Platz einnahm</translation>
    </message>
    <message>
        <source>&amp;Rows and columns in their own order</source>
        <translation>Zeilen und Spalten in &amp;eigener Anordnung</translation>
    </message>
    <message>
        <source>Undo the last change of the picture	Ctrl+Z</source>
        <translation>Letzte Änderung des Bilds zurücknehmen	Strg+Z</translation>
    </message>
    <message>
        <source>Redo it	Ctrl+Shift+Z</source>
        <translation>Wiederholen	Strg+Umschalt+Z</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>&amp;Vorführen</translation>
    </message>
    <message>
        <source>All steps of the &amp;lesson as SVG…</source>
        <translation>Alle Schritte der &amp;Lektion als SVG…</translation>
    </message>
    <message>
        <source>The lesson as &amp;web page…</source>
        <translation>Die Lektion als &amp;Webseite…</translation>
    </message>
    <message>
        <source>Small &amp;matrix</source>
        <translation>Kleine &amp;Matrix</translation>
    </message>
    <message>
        <source>Clear the small matrix</source>
        <translation>Kleine Matrix leeren</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>&amp;Lektionen</translation>
    </message>
    <message>
        <source>&amp;Free exploration</source>
        <translation>&amp;Freies Erkunden</translation>
    </message>
    <message>
        <source>&amp;Open a lesson…</source>
        <translation>Lektion &amp;öffnen…</translation>
    </message>
    <message>
        <source>Open a recent lesson</source>
        <translation>Zuletzt geöffnete Lektion öffnen</translation>
    </message>
    <message>
        <source>Add this view as a s&amp;tep</source>
        <translation>Diese Ansicht als Schritt hinzufü&amp;gen</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>St&amp;eps</source>
        <translation>Sch&amp;ritte</translation>
    </message>
    <message>
        <source>Play or pause the picture	Space</source>
        <translation>Bild abspielen oder anhalten	Leertaste</translation>
    </message>
    <message>
        <source>First step of the picture	Home</source>
        <translation>Erster Schritt des Bilds	Pos1</translation>
    </message>
    <message>
        <source>One step of the picture back	,</source>
        <translation>Ein Schritt des Bilds zurück	,</translation>
    </message>
    <message>
        <source>One step of the picture on	.</source>
        <translation>Ein Schritt des Bilds weiter	.</translation>
    </message>
    <message>
        <source>Last step of the picture	End</source>
        <translation>Letzter Schritt des Bilds	Ende</translation>
    </message>
    <message>
        <source>Step of the lesson before	Page Up</source>
        <translation>Voriger Schritt der Lektion	Bild auf</translation>
    </message>
    <message>
        <source>Next step of the lesson	Page Down</source>
        <translation>Nächster Schritt der Lektion	Bild ab</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>E&amp;xport</translation>
    </message>
    <message>
        <source>This &amp;picture…</source>
        <translation>Dieses &amp;Bild…</translation>
    </message>
    <message>
        <source>All steps of this picture as &amp;SVG…</source>
        <translation>Alle Schritte dieses Bilds als &amp;SVG…</translation>
    </message>
    <message>
        <source>&amp;Copy this picture as image</source>
        <translation>Dieses Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>Lektion: %1</translation>
    </message>
    <message>
        <source>Rows %1 to %2, columns %3 to %4 of %5, %6 non-zeros</source>
        <translation>Zeilen %1 bis %2, Spalten %3 bis %4 von %5, %6 Nichtnullen</translation>
    </message>
    <message>
        <source>Reading the lessons</source>
        <translation>Lektionen lesen</translation>
    </message>
    <message>
        <source>Free exploration</source>
        <translation>Freies Erkunden</translation>
    </message>
    <message>
        <source>Save %1 before it goes?</source>
        <translation>Vor dem Verlassen %1 speichern?</translation>
    </message>
    <message>
        <source>the lesson %1</source>
        <translation>die Lektion %1</translation>
    </message>
    <message>
        <source>the matrix drawn by hand</source>
        <translation>die von Hand gezeichnete Matrix</translation>
    </message>
    <message>
        <source>%1 matrices drawn by hand</source>
        <translation>%1 von Hand gezeichnete Matrizen</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>Reading the lesson %1</source>
        <translation>Lektion %1 lesen</translation>
    </message>
    <message>
        <source>Looking for unsaved lessons</source>
        <translation>Nach ungespeicherten Lektionen sehen</translation>
    </message>
    <message>
        <source>The lesson is not kept safe any more: %1. Save it to keep it.</source>
        <translation>Die Lektion wird nicht mehr aufbewahrt: %1. Speichern, um sie zu behalten.</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>Sparsescope ended unexpectedly: the lesson %1 was in no file, %2</source>
        <translation>Sparsescope endete unerwartet: die Lektion %1 war in keiner Datei, %2</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Restoring the lesson</source>
        <translation>Lektion wiederherstellen</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>Lektion öffnen</translation>
    </message>
    <message>
        <source>Lessons (*.json);;All files (*)</source>
        <translation>Lektionen (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>No recent lessons</source>
        <translation>Keine zuletzt geöffneten Lektionen</translation>
    </message>
    <message>
        <source>Saving the lesson</source>
        <translation>Lektion speichern</translation>
    </message>
    <message>
        <source>Saved the lesson as %1</source>
        <translation>Lektion als %1 gespeichert</translation>
    </message>
    <message>
        <source>Save the lesson</source>
        <translation>Lektion speichern</translation>
    </message>
    <message>
        <source>Lessons (*.json)</source>
        <translation>Lektionen (*.json)</translation>
    </message>
    <message>
        <source>Save what was drawn by hand</source>
        <translation>Von Hand Gezeichnetes speichern</translation>
    </message>
    <message>
        <source>Copied the picture as an image of %1 x %2 pixels</source>
        <translation>Bild mit %1 x %2 Pixeln kopiert</translation>
    </message>
    <message>
        <source>Export this picture</source>
        <translation>Dieses Bild exportieren</translation>
    </message>
    <message>
        <source>Vectors (*.svg);;Documents (*.pdf);;Pictures (*.png)</source>
        <translation>Vektoren (*.svg);;Dokumente (*.pdf);;Bilder (*.png)</translation>
    </message>
    <message>
        <source>Exporting the picture</source>
        <translation>Bild exportieren</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Export all steps into a folder</source>
        <translation>Alle Schritte in einen Ordner exportieren</translation>
    </message>
    <message>
        <source>Exporting the steps</source>
        <translation>Schritte exportieren</translation>
    </message>
    <message>
        <source>Saved %1 pictures in %2</source>
        <translation>%1 Bilder in %2 gespeichert</translation>
    </message>
    <message>
        <source>Export the lesson as web page</source>
        <translation>Lektion als Webseite exportieren</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
    </message>
    <message>
        <source>Exporting the web page</source>
        <translation>Webseite exportieren</translation>
    </message>
    <message>
        <source>Saved the web page as %1</source>
        <translation>Webseite als %1 gespeichert</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>Lessons, and free exploration</source>
        <translation>Lektionen und freies Erkunden</translation>
    </message>
    <message>
        <source>What is shown of the matrix</source>
        <translation>Was von der Matrix gezeigt wird</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Change the lesson: its notes, steps and exercises</source>
        <translation>Die Lektion ändern: Notizen, Schritte und Übungen</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>Vorführen</translation>
    </message>
    <message>
        <source>Large type, and nothing else on screen (F11)</source>
        <translation>Große Schrift, und sonst nichts auf dem Bildschirm (F11)</translation>
    </message>
    <message>
        <source>Keys of this page (?)</source>
        <translation>Tasten dieser Seite (?)</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>Which small matrix</source>
        <translation>Welche kleine Matrix</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Zeichnen</translation>
    </message>
    <message>
        <source>Draw the matrix by hand: click cells, or arrows and Space (D)</source>
        <translation>Die Matrix von Hand zeichnen: Zellen anklicken, oder Pfeile und Leertaste (D)</translation>
    </message>
    <message>
        <source>&amp;Learn</source>
        <translation>Ler&amp;nen</translation>
    </message>
    <message>
        <source>What each format stores, on a small matrix</source>
        <translation>Was jedes Format speichert, an einer kleinen Matrix</translation>
    </message>
    <message>
        <source>What was drawn by hand is kept: Matrix, What was drawn by hand</source>
        <translation>Was von Hand gezeichnet wurde, bleibt erhalten: Matrix, Von Hand Gezeichnetes</translation>
    </message>
    <message>
        <source>The rectangle that is selected on Explore, or the upper left of what is in view there</source>
        <translation>Das Rechteck, das unter Erkunden ausgewählt ist, oder links oben, was dort zu sehen ist</translation>
    </message>
    <message>
        <source>No matrix is open</source>
        <translation>Keine Matrix ist geöffnet</translation>
    </message>
    <message>
        <source>Picture, step %1 of %2: %3</source>
        <translation>Bild, Schritt %1 von %2: %3</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>play or pause the steps of the picture</source>
        <translation>die Schritte des Bilds abspielen oder anhalten</translation>
    </message>
    <message>
        <source>one step back, one step on</source>
        <translation>einen Schritt zurück, einen weiter</translation>
    </message>
    <message>
        <source>Home  End</source>
        <translation>Pos1  Ende</translation>
    </message>
    <message>
        <source>first and last step</source>
        <translation>erster und letzter Schritt</translation>
    </message>
    <message>
        <source>Page Up, Page Down</source>
        <translation>Bild auf, Bild ab</translation>
    </message>
    <message>
        <source>step of the lesson before, next one</source>
        <translation>voriger Schritt der Lektion, nächster</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>pick a cell; arrows then walk to the next one, into the arrays too</source>
        <translation>eine Zelle auswählen; Pfeile gehen dann zur nächsten, auch in die Arrays</translation>
    </message>
    <message>
        <source>click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>pick, and light all that is linked with it; Relations: go to an offset, a relation</source>
        <translation>auswählen und alles Verbundene hervorheben; Relationen: zu einem Offset, einer Relation gehen</translation>
    </message>
    <message>
        <source>draw: a click, or Space on the picked cell</source>
        <translation>zeichnen: ein Klick, oder Leertaste auf der ausgewählten Zelle</translation>
    </message>
    <message>
        <source>Alt + arrows</source>
        <translation>Alt + Pfeile</translation>
    </message>
    <message>
        <source>Order, Axes: move the picked row or column; or drag it</source>
        <translation>Anordnung, Achsen: die ausgewählte Zeile oder Spalte bewegen; oder ziehen</translation>
    </message>
    <message>
        <source>wheel  +  −  F</source>
        <translation>Rad  +  −  F</translation>
    </message>
    <message>
        <source>zoom in, out, show all</source>
        <translation>hinein, heraus zoomen, alles zeigen</translation>
    </message>
    <message>
        <source>Ctrl + (Shift +) Z</source>
        <translation>Strg + (Umschalt +) Z</translation>
    </message>
    <message>
        <source>undo, redo a change of the picture</source>
        <translation>eine Änderung des Bilds zurücknehmen, wiederholen</translation>
    </message>
    <message>
        <source>leave the presentation, stop drawing, drop the pick</source>
        <translation>Vorführung verlassen, Zeichnen beenden, Auswahl aufheben</translation>
    </message>
    <message>
        <source>The web page with&amp;out answers…</source>
        <translation>Die Webseite &amp;ohne Antworten…</translation>
    </message>
    <message>
        <source>The web page, slides on pape&amp;r…</source>
        <translation>Die Webseite, Folien auf &amp;Papier…</translation>
    </message>
    <message>
        <source>The exercises as a &amp;quiz for Moodle…</source>
        <translation>Die Übungen als &amp;Quiz für Moodle…</translation>
    </message>
    <message>
        <source>&amp;Hand in my answers…</source>
        <translation>An&amp;tworten abgeben…</translation>
    </message>
    <message>
        <source>Forget my answers to this lesson</source>
        <translation>Antworten dieser Lektion vergessen</translation>
    </message>
    <message>
        <source>Notes for the &amp;instructor</source>
        <translation>&amp;Notizen für Lehrende</translation>
    </message>
    <message>
        <source>Who answers…</source>
        <translation>Wer antwortet…</translation>
    </message>
    <message>
        <source>Export the exercises as a quiz</source>
        <translation>Übungen als Quiz exportieren</translation>
    </message>
    <message>
        <source>Moodle&apos;s GIFT (*.gift)</source>
        <translation>Moodles GIFT (*.gift)</translation>
    </message>
    <message>
        <source>Exporting the quiz</source>
        <translation>Quiz exportieren</translation>
    </message>
    <message>
        <source>Saved the quiz as %1</source>
        <translation>Quiz als %1 gespeichert</translation>
    </message>
    <message>
        <source>; left out: %1</source>
        <translation>; ausgelassen: %1</translation>
    </message>
    <message>
        <source>Who answers?</source>
        <translation>Wer antwortet?</translation>
    </message>
    <message>
        <source>Your name, which is written into what you hand in:</source>
        <translation>Der Name, der in das Abgegebene geschrieben wird:</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Hand in</source>
        <translation>Abgeben</translation>
    </message>
    <message>
        <source>Answers (*.json)</source>
        <translation>Antworten (*.json)</translation>
    </message>
    <message>
        <source>Saving the answers</source>
        <translation>Antworten speichern</translation>
    </message>
    <message>
        <source>Saved your answers as %1: hand in this file</source>
        <translation>Antworten als %1 gespeichert: diese Datei abgeben</translation>
    </message>
    <message>
        <source>%1 shows no places of the matrix here: draw it in another view, such as Arrays, and come back.</source>
        <translation>%1 zeigt hier keine Stellen der Matrix: sie in einer anderen Ansicht zeichnen, etwa Arrays, und zurückkommen.</translation>
    </message>
    <message>
        <source>present, for a hall: Page Up, Page Down and arrows step</source>
        <translation>vorführen, im Saal: Bild auf, Bild ab und Pfeile gehen weiter</translation>
    </message>
    <message>
        <source>N  Q</source>
        <translation>N  Q</translation>
    </message>
    <message>
        <source>presented: the note, the question of this step of the lesson</source>
        <translation>vorgeführt: die Notiz, die Frage dieses Schritts der Lektion</translation>
    </message>
    <message>
        <source>presented: a ring that is seen from afar goes where the mouse goes</source>
        <translation>vorgeführt: ein weithin sichtbarer Ring folgt der Maus</translation>
    </message>
    <message>
        <source>presented: Arrays, Multiply with or without their listings</source>
        <translation>vorgeführt: Arrays, Multiplizieren mit oder ohne Quelltext</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>The note of this step of the lesson (N)</source>
        <translation>Die Notiz dieses Schritts der Lektion (N)</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>The question of this step of the lesson (Q)</source>
        <translation>Die Frage dieses Schritts der Lektion (Q)</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>sparsescope::LengthsPlot</name>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Rows and columns by their number of non-zeros</source>
        <translation>Zeilen und Spalten nach ihrer Zahl von Nichtnullen</translation>
    </message>
    <message>
        <source>non-zeros in a row or a column</source>
        <translation>Nichtnullen in einer Zeile oder Spalte</translation>
    </message>
    <message>
        <source>non-zeros in a row or a column, from</source>
        <translation>Nichtnullen in einer Zeile oder Spalte, ab</translation>
    </message>
</context>
<context>
    <name>sparsescope::LessonEditor</name>
    <message>
        <source>Title of the lesson</source>
        <translation>Titel der Lektion</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>Autor</translation>
    </message>
    <message>
        <source>Title of this step</source>
        <translation>Titel dieses Schritts</translation>
    </message>
    <message>
        <source>Every line is a paragraph; *word* is strong, `code` is code.</source>
        <translation>Jede Zeile ist ein Absatz; *Wort* ist fett, `Code` ist Code.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Use this view</source>
        <translation>Diese Ansicht benutzen</translation>
    </message>
    <message>
        <source>What is shown now becomes this step&apos;s picture</source>
        <translation>Was jetzt gezeigt wird, wird das Bild dieses Schritts</translation>
    </message>
    <message>
        <source>Add this view as a step</source>
        <translation>Diese Ansicht als Schritt hinzufügen</translation>
    </message>
    <message>
        <source>A new step behind this one, with what is shown now</source>
        <translation>Ein neuer Schritt hinter diesem, mit dem, was jetzt gezeigt wird</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Auf</translation>
    </message>
    <message>
        <source>This step one earlier</source>
        <translation>Diesen Schritt eins nach vorn</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>This step one later</source>
        <translation>Diesen Schritt eins nach hinten</translation>
    </message>
    <message>
        <source>Delete the step</source>
        <translation>Schritt löschen</translation>
    </message>
    <message>
        <source>Takes this step out of the lesson</source>
        <translation>Nimmt diesen Schritt aus der Lektion</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Which of these formats has the fewest bytes?</source>
        <translation>Welches dieser Formate hat die wenigsten Bytes?</translation>
    </message>
    <message>
        <source>How many bytes has a format?</source>
        <translation>Wie viele Bytes hat ein Format?</translation>
    </message>
    <message>
        <source>How much padding has a format?</source>
        <translation>Wie viel Padding hat ein Format?</translation>
    </message>
    <message>
        <source>How many sectors are touched?</source>
        <translation>Wie viele Sektoren werden berührt?</translation>
    </message>
    <message>
        <source>How many lanes idle?</source>
        <translation>Wie viele Lanes sind untätig?</translation>
    </message>
    <message>
        <source>What does the last step cost?</source>
        <translation>Was kostet der letzte Schritt?</translation>
    </message>
    <message>
        <source>How many micro-tiles are members?</source>
        <translation>Wie viele Micro-Tiles sind Mitglieder?</translation>
    </message>
    <message>
        <source>How many places are stored?</source>
        <translation>Wie viele Stellen werden gespeichert?</translation>
    </message>
    <message>
        <source>How many zeros are covered?</source>
        <translation>Wie viele Nullen werden bedeckt?</translation>
    </message>
    <message>
        <source>How many dense tiles are multiplied?</source>
        <translation>Wie viele dichte Tiles werden multipliziert?</translation>
    </message>
    <message>
        <source>How many sums are wrong?</source>
        <translation>Wie viele Summen sind falsch?</translation>
    </message>
    <message>
        <source>Choices of your own</source>
        <translation>Eigene Antworten</translation>
    </message>
    <message>
        <source>Exercise</source>
        <translation>Übung</translation>
    </message>
    <message>
        <source>Format that is asked about</source>
        <translation>Format, nach dem gefragt wird</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Shown with the answer</source>
        <translation>Mit der Antwort gezeigt</translation>
    </message>
    <message>
        <source>Note for the instructor</source>
        <translation>Notiz für Lehrende</translation>
    </message>
    <message>
        <source>Students do not see it</source>
        <translation>Lernende sehen sie nicht</translation>
    </message>
    <message>
        <source>A number of your own</source>
        <translation>Eine eigene Zahl</translation>
    </message>
    <message>
        <source>A text of your own</source>
        <translation>Ein eigener Text</translation>
    </message>
    <message>
        <source>Fill this array</source>
        <translation>Dieses Array füllen</translation>
    </message>
    <message>
        <source>Draw a matrix such that…</source>
        <translation>Eine Matrix zeichnen, sodass…</translation>
    </message>
    <message>
        <source>Array, as it is named in the picture</source>
        <translation>Array, wie es im Bild heißt</translation>
    </message>
    <message>
        <source>Elements that are left out: 1 3 5; none: all</source>
        <translation>Ausgelassene Elemente: 1 3 5; keine: alle</translation>
    </message>
    <message>
        <source>The number</source>
        <translation>Die Zahl</translation>
    </message>
    <message>
        <source>How far off is right</source>
        <translation>Wie weit daneben richtig ist</translation>
    </message>
    <message>
        <source>What is drawn is a solution</source>
        <translation>Das Gezeichnete ist eine Lösung</translation>
    </message>
    <message>
        <source>Keep the matrix that is shown as one that meets the conditions</source>
        <translation>Die gezeigte Matrix als eine behalten, welche die Bedingungen erfüllt</translation>
    </message>
    <message>
        <source>Hints</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>A hint in every line; one is shown after each wrong try</source>
        <translation>Ein Hinweis in jeder Zeile; nach jedem falschen Versuch wird einer gezeigt</translation>
    </message>
    <message>
        <source>Tries: </source>
        <translation>Versuche: </translation>
    </message>
    <message>
        <source>Wrong tries before the answer is offered</source>
        <translation>Falsche Versuche, bevor die Antwort angeboten wird</translation>
    </message>
    <message>
        <source>A right answer in every line</source>
        <translation>Eine richtige Antwort in jeder Zeile</translation>
    </message>
    <message>
        <source>A condition in every line: padding(ell) &lt;= 2</source>
        <translation>Eine Bedingung in jeder Zeile: padding(ell) &lt;= 2</translation>
    </message>
    <message>
        <source>A choice in every line; * before those that are right</source>
        <translation>Eine Antwort in jeder Zeile; * vor denen, die richtig sind</translation>
    </message>
    <message>
        <source>Right answers</source>
        <translation>Richtige Antworten</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>Bedingungen</translation>
    </message>
</context>
<context>
    <name>sparsescope::LessonPanel</name>
    <message>
        <source>Steps of the lesson</source>
        <translation>Schritte der Lektion</translation>
    </message>
    <message>
        <source>Note of the step</source>
        <translation>Notiz des Schritts</translation>
    </message>
    <message>
        <source>Changed by you</source>
        <translation>Verändert</translation>
    </message>
    <message>
        <source>As in the lesson</source>
        <translation>Wie in der Lektion</translation>
    </message>
    <message>
        <source>Show this step as the lesson has it</source>
        <translation>Diesen Schritt zeigen, wie ihn die Lektion hat</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>The step before (Page Up)</source>
        <translation>Der Schritt davor (Bild auf)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>The next step of the lesson (Page Down)</source>
        <translation>Der nächste Schritt der Lektion (Bild ab)</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>Noch nicht gespeichert</translation>
    </message>
    <message>
        <source>Free exploration</source>
        <translation>Freies Erkunden</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>In another tab where this one has a matrix, on the page %1</source>
        <translation>In einem anderen Tab, wo dieser eine Matrix hat, auf der Seite %1</translation>
    </message>
    <message>
        <source>%1 is neither beside the lesson nor a sample</source>
        <translation>%1 liegt weder neben der Lektion, noch ist es ein Beispiel</translation>
    </message>
</context>
<context>
    <name>sparsescope::ListingView</name>
    <message>
        <source>What the compiler made of the source</source>
        <translation>Was der Compiler aus dem Quelltext machte</translation>
    </message>
</context>
<context>
    <name>sparsescope::MainWindow</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open a sam&amp;ple</source>
        <translation>&amp;Beispiel öffnen</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>&amp;New from pattern…</source>
        <translation>&amp;Neu aus Muster…</translation>
    </message>
    <message>
        <source>New &amp;masks…</source>
        <translation>Neue &amp;Masken…</translation>
    </message>
    <message>
        <source>&amp;Save session</source>
        <translation>Sitzung &amp;speichern</translation>
    </message>
    <message>
        <source>Save session &amp;as…</source>
        <translation>Sitzung speichern &amp;als…</translation>
    </message>
    <message>
        <source>Save p&amp;lan as…</source>
        <translation>P&amp;lan speichern als…</translation>
    </message>
    <message>
        <source>Save &amp;dynamic plan as…</source>
        <translation>&amp;Dynamischen Plan speichern als…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>Be&amp;enden</translation>
    </message>
    <message>
        <source>Ctrl+Q</source>
        <translation>Strg+Q</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>A&amp;usführen</translation>
    </message>
    <message>
        <source>Run &amp;options…</source>
        <translation>&amp;Optionen des Laufs…</translation>
    </message>
    <message>
        <source>Run o&amp;n</source>
        <translation>Ausführen au&amp;f</translation>
    </message>
    <message>
        <source>C&amp;ancel</source>
        <translation>Ab&amp;brechen</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Keys of this page	?</source>
        <translation>&amp;Tasten dieser Seite	?</translation>
    </message>
    <message>
        <source>Take the &amp;tour</source>
        <translation>&amp;Rundgang starten</translation>
    </message>
    <message>
        <source>All &amp;actions…</source>
        <translation>Alle &amp;Aktionen…</translation>
    </message>
    <message>
        <source>A&amp;bout Sparsescope</source>
        <translation>Ü&amp;ber Sparsescope</translation>
    </message>
    <message>
        <source>&amp;Operator</source>
        <translation>&amp;Operator</translation>
    </message>
    <message>
        <source>&amp;Planner of the next search</source>
        <translation>&amp;Planer der nächsten Suche</translation>
    </message>
    <message>
        <source>&amp;Calibration of the next search</source>
        <translation>&amp;Kalibrierung der nächsten Suche</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Fit everything</source>
        <translation>&amp;Alles einpassen</translation>
    </message>
    <message>
        <source>Fit the se&amp;lection	F</source>
        <translation>Auswahl einpassen	F</translation>
    </message>
    <message>
        <source>One element a &amp;pixel</source>
        <translation>Ein Element je Pi&amp;xel</translation>
    </message>
    <message>
        <source>Stretc&amp;h to fill the canvas	S</source>
        <translation>Auf die Fläche s&amp;trecken	S</translation>
    </message>
    <message>
        <source>&amp;Go to row, column…	G</source>
        <translation>&amp;Gehe zu Zeile, Spalte…	G</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>V&amp;orwärts</translation>
    </message>
    <message>
        <source>&amp;Values of the heat map</source>
        <translation>&amp;Werte der Heatmap</translation>
    </message>
    <message>
        <source>&amp;Colour tiles by</source>
        <translation>Tiles &amp;färben nach</translation>
    </message>
    <message>
        <source>&amp;Order of rows and columns</source>
        <translation>Anor&amp;dnung von Zeilen und Spalten</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>Colour &amp;map</source>
        <translation>Farbz&amp;uordnung</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>Farbzuordnung</translation>
    </message>
    <message>
        <source>La&amp;yers</source>
        <translation>Ebenen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>Outlines of tiles</source>
        <translation>Umrisse der Tiles</translation>
    </message>
    <message>
        <source>Profiles of rows and columns</source>
        <translation>Profile von Zeilen und Spalten</translation>
    </message>
    <message>
        <source>Small map</source>
        <translation>Kleine Karte</translation>
    </message>
    <message>
        <source>Legend of the colours</source>
        <translation>Legende der Farben</translation>
    </message>
    <message>
        <source>&amp;Reduce motion</source>
        <translation>Wen&amp;iger Bewegung</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>Farbsc&amp;hema</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>&amp;Size of text and controls</source>
        <translation>Größe von Text und Bediene&amp;lementen</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>New from pattern</source>
        <translation>Neu aus Muster</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>New masks</source>
        <translation>Neue Masken</translation>
    </message>
    <message>
        <source>Kind of masks</source>
        <translation>Art der Masken</translation>
    </message>
    <message>
        <source>Open a matrix, masks, a session, a plan or a batch</source>
        <translation>Matrix, Masken, Sitzung, Plan oder Batch öffnen</translation>
    </message>
    <message>
        <source>Matrices, masks, sessions, plans, batches (%1);;All files (*)</source>
        <translation>Matrizen, Masken, Sitzungen, Pläne, Batches (%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the plan</source>
        <translation>Plan speichern</translation>
    </message>
    <message>
        <source>Plans (*.json)</source>
        <translation>Pläne (*.json)</translation>
    </message>
    <message>
        <source>Save the dynamic plan</source>
        <translation>Dynamischen Plan speichern</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>Sessions (*%1)</source>
        <translation>Sitzungen (*%1)</translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation>Keine zuletzt geöffneten Dateien</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt geöffnete Dateien</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>About Sparsescope</source>
        <translation>Über Sparsescope</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Sparsescope %1&lt;/h3&gt;&lt;p&gt;Explores and profiles how sparse matrices are cut into tiles of different formats.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Sparsescope %1&lt;/h3&gt;&lt;p&gt;Erkundet und vermisst, wie dünnbesetzte Matrizen in Tiles verschiedener Formate zerlegt werden.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder neuer.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Export the matrix in the order shown</source>
        <translation>Matrix in der gezeigten Anordnung exportieren</translation>
    </message>
    <message>
        <source>Exporting the matrix</source>
        <translation>Matrix exportieren</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>E&amp;xportieren…</translation>
    </message>
    <message>
        <source>&amp;Copy the matrix as image</source>
        <translation>Matrix als Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>Export the &amp;matrix in the order shown…</source>
        <translation>Matrix in der &amp;gezeigten Anordnung exportieren…</translation>
    </message>
    <message>
        <source>Export as &amp;web page…</source>
        <translation>Als &amp;Webseite exportieren…</translation>
    </message>
    <message>
        <source>Export as web page</source>
        <translation>Als Webseite exportieren</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
    </message>
    <message>
        <source>Drawing the picture</source>
        <translation>Bild zeichnen</translation>
    </message>
    <message>
        <source>Copied the matrix as an image of %1 x %2 pixels</source>
        <translation>Matrix als Bild von %1 x %2 Pixeln kopiert</translation>
    </message>
    <message>
        <source>Exporting the web page</source>
        <translation>Webseite exportieren</translation>
    </message>
    <message>
        <source>Saved the web page as %1</source>
        <translation>Webseite als %1 gespeichert</translation>
    </message>
    <message>
        <source>These are the colours of the dark theme; for white paper choose View &gt; Theme &gt; Light.</source>
        <translation>Das sind die Farben des dunklen Schemas; für weißes Papier Ansicht &gt; Farbschema &gt; Hell wählen.</translation>
    </message>
    <message>
        <source>Matrix, as it is in view</source>
        <translation>Matrix, wie sie zu sehen ist</translation>
    </message>
    <message>
        <source>Exporting the picture</source>
        <translation>Bild exportieren</translation>
    </message>
    <message>
        <source>The page beside the matrix</source>
        <translation>Die Seite neben der Matrix</translation>
    </message>
    <message>
        <source>The whole window</source>
        <translation>Das ganze Fenster</translation>
    </message>
    <message>
        <source>Exporting the frames</source>
        <translation>Einzelbilder exportieren</translation>
    </message>
    <message>
        <source>Saved %1 frames in %2</source>
        <translation>%1 Einzelbilder in %2 gespeichert</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>Berei&amp;che</translation>
    </message>
    <message>
        <source>Tear off the &amp;inspector</source>
        <translation>&amp;Inspektor abreißen</translation>
    </message>
    <message>
        <source>Tear off the page &amp;strip</source>
        <translation>&amp;Seitenbereich abreißen</translation>
    </message>
    <message>
        <source>Tear off the &amp;masks</source>
        <translation>&amp;Masken abreißen</translation>
    </message>
    <message>
        <source>Sa&amp;ve this layout…</source>
        <translation>Dieses Layout s&amp;peichern…</translation>
    </message>
    <message>
        <source>&amp;Layouts…</source>
        <translation>&amp;Layouts…</translation>
    </message>
    <message>
        <source>&amp;Default layout</source>
        <translation>S&amp;tandardlayout</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Layout</translation>
    </message>
    <message>
        <source>The layout %1 cannot be read.</source>
        <translation>Das Layout %1 kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Text and controls are drawn at %1 % from the next start on</source>
        <translation>Text und Bedienelemente werden ab dem nächsten Start mit %1 % gezeichnet</translation>
    </message>
    <message>
        <source>The window is in %1 from the next start on</source>
        <translation>Ab dem nächsten Start ist das Fenster auf %1</translation>
    </message>
    <message>
        <source>Making %1</source>
        <translation>%1 erzeugen</translation>
    </message>
    <message>
        <source>Opening a sample</source>
        <translation>Beispiel öffnen</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Save the work on %1 before it closes?</source>
        <translation>Die Arbeit an %1 vor dem Schließen speichern?</translation>
    </message>
    <message>
        <source>Save the work on %1 before another matrix takes its place?</source>
        <translation>Die Arbeit an %1 speichern, bevor eine andere Matrix ihren Platz einnimmt?</translation>
    </message>
    <message>
        <source>this tab</source>
        <translation>diesem Tab</translation>
    </message>
    <message>
        <source>a search under way</source>
        <translation>eine laufende Suche</translation>
    </message>
    <message>
        <source>a sweep under way</source>
        <translation>ein laufender Sweep</translation>
    </message>
    <message>
        <source>a run under way</source>
        <translation>ein laufender Lauf</translation>
    </message>
    <message>
        <source>an export under way</source>
        <translation>ein laufender Export</translation>
    </message>
    <message>
        <source>a project that is being written</source>
        <translation>ein Projekt, das geschrieben wird</translation>
    </message>
    <message>
        <source>&amp;Bookmarks</source>
        <translation>&amp;Lesezeichen</translation>
    </message>
    <message>
        <source>&amp;Bookmark this view</source>
        <translation>Lese&amp;zeichen für diese Ansicht</translation>
    </message>
    <message>
        <source>Bookmarks and &amp;note…</source>
        <translation>Lesezeichen und &amp;Notiz…</translation>
    </message>
    <message>
        <source>No bookmarks yet</source>
        <translation>Noch keine Lesezeichen</translation>
    </message>
    <message>
        <source>Looking for unsaved work</source>
        <translation>Nach ungespeicherter Arbeit sehen</translation>
    </message>
    <message>
        <source>Your work is not kept safe any more: %1. Save the session to keep it.</source>
        <translation>Die Arbeit wird nicht mehr aufbewahrt: %1. Die Sitzung speichern, um sie zu behalten.</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>plans</source>
        <translation>Pläne</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>a note</source>
        <translation>eine Notiz</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Sparsescope ended unexpectedly: %1, %2</source>
        <translation>Sparsescope endete unerwartet: %1, %2</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Discarding</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>matrices</source>
        <translation>Matrizen</translation>
    </message>
    <message>
        <source>Sparsescope ended unexpectedly with %1 open</source>
        <translation>Sparsescope endete unerwartet mit %1</translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation>Alle wiederherstellen</translation>
    </message>
    <message>
        <source>Discard all…</source>
        <translation>Alle verwerfen…</translation>
    </message>
    <message>
        <source>Discard what is left of %1?</source>
        <translation>Was von %1 übrig ist, verwerfen?</translation>
    </message>
    <message>
        <source>Discard all</source>
        <translation>Alle verwerfen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>One by one</source>
        <translation>Einzeln</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 has changed since this session was saved: its fingerprint is another one. The session&apos;s %2 belong to the old one.</source>
        <translation>%1 hat sich geändert, seit diese Sitzung gespeichert wurde: ihr Fingerabdruck ist ein anderer. %2 der Sitzung gehören zur alten.</translation>
    </message>
    <message>
        <source>%1 is not where it was. The session&apos;s %2 open with it.</source>
        <translation>%1 ist nicht mehr am alten Ort. %2 der Sitzung werden damit geöffnet.</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>Wo ist %1?</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>%1 holds %2 matrices.</source>
        <translation>%1 enthält %2 Matrizen.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose a matrix</source>
        <translation>Matrix wählen</translation>
    </message>
    <message>
        <source>Matrix of %1</source>
        <translation>Matrix aus %1</translation>
    </message>
    <message>
        <source>New &amp;tab</source>
        <translation>Neuer &amp;Tab</translation>
    </message>
    <message>
        <source>Close ta&amp;b</source>
        <translation>Tab s&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Reopen the closed tab</source>
        <translation>Geschlossenen Tab w&amp;ieder öffnen</translation>
    </message>
    <message>
        <source>Ne&amp;xt tab</source>
        <translation>Nächster Tab</translation>
    </message>
    <message>
        <source>&amp;Previous tab</source>
        <translation>Voriger Tab</translation>
    </message>
    <message>
        <source>Move the tab to the left</source>
        <translation>Tab nach links bewegen</translation>
    </message>
    <message>
        <source>Move the tab to the right</source>
        <translation>Tab nach rechts bewegen</translation>
    </message>
    <message>
        <source>L&amp;ink</source>
        <translation>&amp;Verbinden</translation>
    </message>
    <message>
        <source>Link with another tab</source>
        <translation>Mit einem anderen Tab verbinden</translation>
    </message>
    <message>
        <source>Link with %1</source>
        <translation>Mit %1 verbinden</translation>
    </message>
    <message>
        <source>Unlink from %1</source>
        <translation>Von %1 lösen</translation>
    </message>
    <message>
        <source>The matrix is the place</source>
        <translation>Die Matrix ist der Ort</translation>
    </message>
    <message>
        <source>Every pixel is a part of the matrix, and its colour says how many non-zeros are in it. The wheel zooms at the cursor, a drag moves, a click picks, Shift and a drag select. What stands out during this tour can be used: try it.</source>
        <translation>Jeder Pixel ist ein Teil der Matrix, und seine Farbe sagt, wie viele Nichtnullen darin sind. Das Rad zoomt am Zeiger, Ziehen verschiebt, ein Klick wählt aus, Ziehen mit Umschalt wählt einen Bereich. Was in diesem Rundgang hervorsteht, ist benutzbar: gleich ausprobieren.</translation>
    </message>
    <message>
        <source>What the colours mean</source>
        <translation>Was die Farben bedeuten</translation>
    </message>
    <message>
        <source>One layer is shown at a time: the values of the matrix, or its tiles by format, level, padding, cost, measured time. V and T walk through them; the legend has the numbers.</source>
        <translation>Eine Ebene wird gezeigt: die Werte der Matrix, oder ihre Tiles nach Format, Level, Padding, Kosten, gemessener Zeit. V und T gehen sie durch; die Legende hat die Zahlen.</translation>
    </message>
    <message>
        <source>The inspector</source>
        <translation>Der Inspektor</translation>
    </message>
    <message>
        <source>It answers for what is selected, whichever page selected it: an element, a rectangle, a tile with its arrays and costs; else the matrix and its plan.</source>
        <translation>Er gibt Auskunft über das Ausgewählte, gleich auf welcher Seite es ausgewählt wurde: ein Element, ein Rechteck, ein Tile mit Arrays und Kosten; sonst die Matrix und ihr Plan.</translation>
    </message>
    <message>
        <source>Masks that change</source>
        <translation>Masken, die sich ändern</translation>
    </message>
    <message>
        <source>Each mask of the sequence, and what the dynamic plan makes of it: places that are owned, zeros that are covered, padding. The one that is chosen is the matrix of every page; a click chooses another, and they can be played one after the other.</source>
        <translation>Jede Maske der Folge, und was der dynamische Plan aus ihr macht: eigene Stellen, bedeckte Nullen, Padding. Die gewählte ist die Matrix jeder Seite; ein Klick wählt eine andere, und sie lassen sich nacheinander abspielen.</translation>
    </message>
    <message>
        <source>Where the mask is another one with every input</source>
        <translation>Wo die Maske mit jeder Eingabe eine andere ist</translation>
    </message>
    <message>
        <source>Tokens that go to experts, activations, attention: there a dynamic plan gathers what each mask holds (SparDA). Choose masks of experts among the samples in the menu of the matrix, and take the tour with them.</source>
        <translation>Tokens an Experten, Aktivierungen, Attention: dort sammelt ein dynamischer Plan ein, was jede Maske enthält (SparDA). Masken von Experten unter den Beispielen im Menü der Matrix wählen und den Rundgang damit machen.</translation>
    </message>
    <message>
        <source>Under which conditions</source>
        <translation>Unter welchen Bedingungen</translation>
    </message>
    <message>
        <source>What is looked at, in one line; a click on a word changes it. The pages are Alt+1 to Alt+%1, and the matrix keeps its place on all of them; Learn shows what each format stores. Of a graph with typed edges, whose relations are slices, the operator is RGMS. ? shows the keys of a page, Ctrl+K finds every action by its name.</source>
        <translation>Was betrachtet wird, in einer Zeile; ein Klick auf ein Wort ändert es. Die Seiten sind Alt+1 bis Alt+%1, und die Matrix behält auf allen ihren Ort; Lernen zeigt, was jedes Format speichert. Für einen Graphen mit typisierten Kanten, dessen Relationen Slices sind, ist der Operator RGMS. ? zeigt die Tasten einer Seite, Strg+K findet jede Aktion nach ihrem Namen.</translation>
    </message>
    <message>
        <source>Lang&amp;uage</source>
        <translation>S&amp;prache</translation>
    </message>
    <message>
        <source>Run on</source>
        <translation>Ausführen auf</translation>
    </message>
    <message>
        <source>Open ed&amp;ge list…</source>
        <translation>Kantenliste öffnen…</translation>
    </message>
    <message>
        <source>Permutation, arrays of NumPy (*.npz)</source>
        <translation>Permutation, NumPy-Arrays (*.npz)</translation>
    </message>
    <message>
        <source>Matrix Market (*.mtx *.mtx.gz)</source>
        <translation>Matrix Market (*.mtx *.mtx.gz)</translation>
    </message>
    <message>
        <source>SciPy (*.npz)</source>
        <translation>SciPy (*.npz)</translation>
    </message>
    <message>
        <source>Binsparse (*.bsp.h5)</source>
        <translation>Binsparse (*.bsp.h5)</translation>
    </message>
    <message>
        <source>Export the selected part of the matrix</source>
        <translation>Ausgewählten Teil der Matrix exportieren</translation>
    </message>
    <message>
        <source>Export the se&amp;lected part of the matrix…</source>
        <translation>Ausgewählten Teil der Matrix exportieren…</translation>
    </message>
    <message>
        <source>%1 may be an edge list that does not say what its columns are.</source>
        <translation>%1 könnte eine Kantenliste sein, die nicht sagt, was ihre Spalten sind.</translation>
    </message>
    <message>
        <source>Say how…</source>
        <translation>Angeben…</translation>
    </message>
    <message>
        <source>Open an edge list</source>
        <translation>Kantenliste öffnen</translation>
    </message>
    <message>
        <source>Edge lists (*.txt *.csv *.tsv *.edges *.gz *.bz2 *.xz *.zst *.zip *.tar);;All files (*)</source>
        <translation>Kantenlisten (*.txt *.csv *.tsv *.edges *.gz *.bz2 *.xz *.zst *.zip *.tar);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Looking at %1</source>
        <translation>%1 ansehen</translation>
    </message>
</context>
<context>
    <name>sparsescope::MaskScatter</name>
    <message>
        <source>Predicted against measured time of each mask</source>
        <translation>Vorhergesagte gegen gemessene Zeit jeder Maske</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>CUPTI</source>
        <translation>CUPTI</translation>
    </message>
    <message>
        <source>Click to choose this mask</source>
        <translation>Klick wählt diese Maske</translation>
    </message>
</context>
<context>
    <name>sparsescope::MaskTimes</name>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>plan (host)</source>
        <translation>Plan (Host)</translation>
    </message>
    <message>
        <source>best choice</source>
        <translation>beste Wahl</translation>
    </message>
    <message>
        <source>%1 (host)</source>
        <translation>%1 (Host)</translation>
    </message>
    <message>
        <source>Time of each mask</source>
        <translation>Zeit jeder Maske</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <source>left unordered, right ordered</source>
        <translation>links ungeordnet, rechts geordnet</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>The slowest of the %1 masks of this column; zoom in for the others</source>
        <translation>Die langsamste der %1 Masken dieser Spalte; für die anderen hineinzoomen</translation>
    </message>
    <message>
        <source>Click to choose this mask</source>
        <translation>Klick wählt diese Maske</translation>
    </message>
</context>
<context>
    <name>sparsescope::MasksPage</name>
    <message>
        <source>%1 index</source>
        <translation>%1 Index</translation>
    </message>
    <message>
        <source>anew after %1</source>
        <translation>neu nach %1</translation>
    </message>
    <message>
        <source>What is shown of each mask</source>
        <translation>Was von jeder Maske gezeigt wird</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>shares</source>
        <translation>Anteile</translation>
    </message>
    <message>
        <source>The time of each mask, part by part, or each part&apos;s share of it; where two runs differ in the order of the index alone, both beside each other. A bar&apos;s parts are timed one by one; the line across it is the time of all of them, queued as one. On a logarithmic axis, where rivals are far, a bar is divided by shares. Where CUPTI counted them: index and kernel of mask 0 beside their predictions.</source>
        <translation>Die Zeit jeder Maske, Teil für Teil, oder der Anteil jedes Teils daran; wo sich zwei Läufe nur in der Ordnung des Index unterscheiden, beide nebeneinander. Die Teile eines Balkens werden einzeln gemessen; die Linie darüber ist die Zeit aller, als eines eingereiht. Auf einer logarithmischen Achse, wo Konkurrenten weit weg sind, ist ein Balken nach Anteilen geteilt. Wo CUPTI sie zählte: Index und Kernel der Maske 0 neben ihren Vorhersagen.</translation>
    </message>
    <message>
        <source>Run over all masks</source>
        <translation>Lauf über alle Masken</translation>
    </message>
    <message>
        <source>Runs over these masks; the masks are cut into tiles as in the one that is chosen</source>
        <translation>Läufe über diese Masken; die Masken sind in Tiles zerlegt wie im gewählten</translation>
    </message>
    <message>
        <source>Rivals that wait for the host in every mask (host) are held against the dynamic plan by the host&apos;s clock, the others against the bars, which are timed on the GPU.</source>
        <translation>Konkurrenten, die in jeder Maske auf den Host warten (Host), werden nach der Uhr des Hosts mit dem dynamischen Plan verglichen, die anderen mit den Balken, die auf der GPU gemessen sind.</translation>
    </message>
    <message>
        <source>What CUPTI counted on mask 0</source>
        <translation>Was CUPTI auf Maske 0 zählte</translation>
    </message>
    <message>
        <source>Total: all parts, queued as one. Kernel: with zeroing and conversion, as it is predicted. By CUPTI: index and kernel of mask 0 without their launches, which the predictions have.</source>
        <translation>Gesamt: alle Teile, als eines eingereiht. Kernel: mit Nullsetzen und Konvertierung, wie er vorhergesagt ist. Von CUPTI: Index und Kernel der Maske 0 ohne ihre Starts, welche die Vorhersagen enthalten.</translation>
    </message>
    <message>
        <source>Figures of the run over all masks</source>
        <translation>Zahlen des Laufs über alle Masken</translation>
    </message>
    <message>
        <source>This dynamic plan was not run over the masks yet.</source>
        <translation>Dieser dynamische Plan lief noch nicht über die Masken.</translation>
    </message>
    <message>
        <source>There is no dynamic plan yet: a run searches one and runs it over all masks.</source>
        <translation>Es gibt noch keinen dynamischen Plan: ein Lauf sucht einen und führt ihn über alle Masken aus.</translation>
    </message>
    <message>
        <source>index orders</source>
        <translation>Indexordnungen</translation>
    </message>
    <message>
        <source>CUPTI, mask 0</source>
        <translation>CUPTI, Maske 0</translation>
    </message>
</context>
<context>
    <name>sparsescope::MasksReplay</name>
    <message>
        <source>mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>masks</source>
        <translation>Masken</translation>
    </message>
    <message>
        <source>one mask</source>
        <translation>eine Maske</translation>
    </message>
</context>
<context>
    <name>sparsescope::MatrixPanel</name>
    <message>
        <source>What the matrix is like</source>
        <translation>Wie die Matrix beschaffen ist</translation>
    </message>
    <message>
        <source>slice </source>
        <translation>Slice </translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>Slice</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>The chosen slice as a matrix of its own, in a tab</source>
        <translation>Den gewählten Slice als eigene Matrix, in einem Tab</translation>
    </message>
    <message>
        <source>Open the sum</source>
        <translation>Summe öffnen</translation>
    </message>
    <message>
        <source>All slices on top of each other as one matrix, in a tab</source>
        <translation>Alle Slices übereinander als eine Matrix, in einem Tab</translation>
    </message>
    <message>
        <source>Order: %1. </source>
        <translation>Anordnung: %1. </translation>
    </message>
    <message>
        <source>Order: %1, being counted.</source>
        <translation>Anordnung: %1, wird gezählt.</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
</context>
<context>
    <name>sparsescope::MeasurePage</name>
    <message>
        <source>What works without a GPU: searching with a shipped calibration, reading the kernel, checking the plan on the CPU, and opening sessions that were recorded elsewhere, in full.</source>
        <translation>Was ohne GPU geht: mit einer mitgelieferten Kalibrierung suchen, den Kernel lesen, den Plan auf der CPU prüfen und anderswo aufgezeichnete Sitzungen vollständig öffnen.</translation>
    </message>
    <message>
        <source>Checked on the CPU: right, relative error %1, worst element %2, %3.</source>
        <translation>Auf der CPU geprüft: richtig, relativer Fehler %1, schlechtestes Element %2, %3.</translation>
    </message>
    <message>
        <source>Checked on the CPU: WRONG, relative error %1, worst element %2, %3.</source>
        <translation>Auf der CPU geprüft: FALSCH, relativer Fehler %1, schlechtestes Element %2, %3.</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>aufgezeichnet</translation>
    </message>
    <message>
        <source>%1 ns per call: zeroing, fused kernel and conversion</source>
        <translation>%1 ns je Aufruf: Nullsetzen, fusionierter Kernel und Konvertierung</translation>
    </message>
    <message>
        <source> recorded</source>
        <translation> aufgezeichnet</translation>
    </message>
    <message>
        <source>%1 ns for a mask, median of all: choosing anew, index, zeroing, kernel, conversion</source>
        <translation>%1 ns für eine Maske, Median aller: neu wählen, Index, Nullsetzen, Kernel, Konvertierung</translation>
    </message>
    <message>
        <source>Not run over the masks yet</source>
        <translation>Noch nicht über die Masken ausgeführt</translation>
    </message>
    <message>
        <source>Geometric mean of the masks: the time of the fastest rival of each over that of the dynamic plan, by the host&apos;s clock where the rival waits for the host</source>
        <translation>Geometrisches Mittel der Masken: die Zeit des jeweils schnellsten Konkurrenten durch die des dynamischen Plans, nach der Uhr des Hosts, wo der Konkurrent auf den Host wartet</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation>Vorhergesagt gegen gemessen</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>Noch nicht gemessen</translation>
    </message>
    <message>
        <source>Check on the CPU</source>
        <translation>Auf der CPU prüfen</translation>
    </message>
    <message>
        <source>Pack the plan, run it on the CPU and compare with a float64 reference</source>
        <translation>Den Plan packen, auf der CPU ausführen und mit einer float64-Referenz vergleichen</translation>
    </message>
    <message>
        <source>Views of the measurement</source>
        <translation>Ansichten der Messung</translation>
    </message>
    <message>
        <source>Ctrl + Page Up, Ctrl + Page Down: the view before, the next one</source>
        <translation>Strg + Bild auf, Strg + Bild ab: vorige, nächste Ansicht</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>Cost model</source>
        <translation>Kostenmodell</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Sub-tasks</source>
        <translation>Teilaufgaben</translation>
    </message>
    <message>
        <source>Kinds of tile</source>
        <translation>Arten von Tiles</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>Baselines</source>
        <translation>Baselines</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>Masken</translation>
    </message>
    <message>
        <source>Times of the plan and of the baselines</source>
        <translation>Zeiten des Plans und der Baselines</translation>
    </message>
    <message>
        <source>Run on the G&amp;PU</source>
        <translation>Auf der G&amp;PU ausführen</translation>
    </message>
    <message>
        <source>&amp;Check on the CPU</source>
        <translation>Auf der &amp;CPU prüfen</translation>
    </message>
    <message>
        <source>There is no plan to check: search one (Ctrl+R), or open one.</source>
        <translation>Kein Plan zu prüfen: einen suchen (Strg+R) oder öffnen.</translation>
    </message>
    <message>
        <source>Ctrl + Page Up, Page Down</source>
        <translation>Strg + Bild auf, Bild ab</translation>
    </message>
    <message>
        <source>the view before, the next view</source>
        <translation>vorige, nächste Ansicht</translation>
    </message>
    <message>
        <source>← →  ↑ ↓</source>
        <translation>← →  ↑ ↓</translation>
    </message>
    <message>
        <source>in the schedule: next block, next SM</source>
        <translation>im Zeitplan: nächster Block, nächster SM</translation>
    </message>
    <message>
        <source>+  −  0  K</source>
        <translation>+  −  0  K</translation>
    </message>
    <message>
        <source>in the schedule: zoom in, out, show the whole call, the kernel</source>
        <translation>im Zeitplan: hinein, heraus zoomen, den ganzen Aufruf, den Kernel zeigen</translation>
    </message>
    <message>
        <source>← →  Home  End</source>
        <translation>← →  Pos1  Ende</translation>
    </message>
    <message>
        <source>in the times of masks: another mask</source>
        <translation>in den Zeiten der Masken: eine andere Maske</translation>
    </message>
    <message>
        <source>What each mask took</source>
        <translation>Was jede Maske brauchte</translation>
    </message>
    <message>
        <source>A bar is a mask, part by part: the index that finds its micro-tiles, zeroing, the kernel. Lines are what was predicted, and rivals with all that they do for a mask. A click on a mask chooses it on all pages.</source>
        <translation>Ein Balken ist eine Maske, Teil für Teil: der Index, der ihre Micro-Tiles findet, Nullsetzen, der Kernel. Linien sind, was vorhergesagt war, und Konkurrenten mit allem, was sie für eine Maske tun. Ein Klick auf eine Maske wählt sie auf allen Seiten.</translation>
    </message>
    <message>
        <source>Measured, and predicted</source>
        <translation>Gemessen und vorhergesagt</translation>
    </message>
    <message>
        <source>Where there is a GPU, run the plan here; where there is none, open a session that was recorded on one. The schedule, the cost model and the roofline set what was measured against what was predicted; a click on a point selects its tile in the matrix.</source>
        <translation>Wo eine GPU ist, den Plan hier ausführen; wo keine ist, eine auf einer GPU aufgezeichnete Sitzung öffnen. Zeitplan, Kostenmodell und Roofline stellen das Gemessene dem Vorhergesagten gegenüber; ein Klick auf einen Punkt wählt sein Tile in der Matrix aus.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Run over the masks</source>
        <translation>Über die Masken ausführen</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Erneut ausführen</translation>
    </message>
    <message>
        <source>Run on the GPU</source>
        <translation>Auf der GPU ausführen</translation>
    </message>
    <message>
        <source>Run the dynamic plan over all masks to compare what each is predicted to take with what it takes.</source>
        <translation>Den dynamischen Plan über alle Masken ausführen, um zu vergleichen, was für jede vorhergesagt ist und was sie braucht.</translation>
    </message>
    <message>
        <source>There is no dynamic plan yet: a run searches one and runs it over all masks.</source>
        <translation>Es gibt noch keinen dynamischen Plan: ein Lauf sucht einen und führt ihn über alle Masken aus.</translation>
    </message>
    <message>
        <source>Run the plan on the GPU to compare its predicted costs with measured times.</source>
        <translation>Den Plan auf der GPU ausführen, um vorhergesagte Kosten mit gemessenen Zeiten zu vergleichen.</translation>
    </message>
    <message>
        <source>There is no plan yet: a run asks all planners, measures the best plans and takes the fastest.</source>
        <translation>Noch kein Plan: ein Lauf fragt alle Planer, misst die besten Pläne und nimmt den schnellsten.</translation>
    </message>
    <message>
        <source>, %1 left</source>
        <translation>, noch %1</translation>
    </message>
</context>
<context>
    <name>sparsescope::NodeCard</name>
    <message>
        <source>What may stand here instead, moving, removing (Alt + Enter)</source>
        <translation>Was stattdessen hier stehen kann, bewegen, entfernen (Alt + Eingabe)</translation>
    </message>
    <message>
        <source>More of %1</source>
        <translation>Mehr zu %1</translation>
    </message>
    <message>
        <source>%1: by what</source>
        <translation>%1: wonach</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>positions: 100, 2000</source>
        <translation>Positionen: 100, 2000</translation>
    </message>
    <message>
        <source>Instead of it:</source>
        <translation>Stattdessen:</translation>
    </message>
    <message>
        <source>A chain of its own for each part</source>
        <translation>Eine eigene Kette für jeden Teil</translation>
    </message>
    <message>
        <source>One branch more</source>
        <translation>Ein Zweig mehr</translation>
    </message>
    <message>
        <source>One branch less</source>
        <translation>Ein Zweig weniger</translation>
    </message>
    <message>
        <source>One chain for all parts</source>
        <translation>Eine Kette für alle Teile</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>sparsescope::Operations</name>
    <message>
        <source>Cancelled: %1</source>
        <translation>Abgebrochen: %1</translation>
    </message>
    <message>
        <source>Open a matrix first.</source>
        <translation>Zuerst eine Matrix öffnen.</translation>
    </message>
    <message>
        <source>Nothing can be searched: %1.</source>
        <translation>Nichts kann gesucht werden: %1.</translation>
    </message>
    <message>
        <source>There is no plan to run, and none can be searched: %1.</source>
        <translation>Kein Plan ist auszuführen, und keiner kann gesucht werden: %1.</translation>
    </message>
    <message>
        <source>Looking at the matrix</source>
        <translation>Matrix ansehen</translation>
    </message>
    <message>
        <source>This program was built without GPU jobs.</source>
        <translation>Dieses Programm wurde ohne GPU-Jobs gebaut.</translation>
    </message>
    <message>
        <source>Looking for a GPU…</source>
        <translation>Eine GPU wird gesucht…</translation>
    </message>
    <message>
        <source>Looking for a GPU on %1…</source>
        <translation>Eine GPU auf %1 wird gesucht…</translation>
    </message>
    <message>
        <source>Looking for a GPU</source>
        <translation>GPU suchen</translation>
    </message>
    <message>
        <source>Looking for a GPU on %1</source>
        <translation>GPU auf %1 suchen</translation>
    </message>
    <message>
        <source>Counting places</source>
        <translation>Stellen zählen</translation>
    </message>
    <message>
        <source>Comparing costs</source>
        <translation>Kosten vergleichen</translation>
    </message>
    <message>
        <source>the plan is one dense tile, which runs %1. Save writes a project that calls it.</source>
        <translation>der Plan ist ein dichtes Tile, das %1 ausführt. Speichern schreibt ein Projekt, das es aufruft.</translation>
    </message>
    <message>
        <source>these are the tiles of one mask. The dynamic plan runs on the GPU over all masks (Run, Ctrl+Return), by a kernel that gathers the tiles of each.</source>
        <translation>das sind die Tiles einer Maske. Der dynamische Plan läuft auf der GPU über alle Masken (Ausführen, Strg+Eingabe), mit einem Kernel, der die Tiles jeder Maske einsammelt.</translation>
    </message>
    <message>
        <source>the plan runs on the CPU only, there is no device code for %1 tiles in %2 yet</source>
        <translation>der Plan läuft nur auf der CPU, für %1-Tiles in %2 gibt es noch keinen Gerätecode</translation>
    </message>
    <message>
        <source>Generating the kernel</source>
        <translation>Kernel erzeugen</translation>
    </message>
    <message>
        <source>Compiling the kernel for %1</source>
        <translation>Kernel für %1 übersetzen</translation>
    </message>
    <message>
        <source>Writing the kernel as a project</source>
        <translation>Kernel als Projekt schreiben</translation>
    </message>
    <message>
        <source>Wrote kernel, arrays and a host program to %1</source>
        <translation>Kernel, Arrays und ein Host-Programm nach %1 geschrieben</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 lesen</translation>
    </message>
    <message>
        <source>Making %1</source>
        <translation>%1 erzeugen</translation>
    </message>
    <message>
        <source>dynamic plan</source>
        <translation>dynamischer Plan</translation>
    </message>
    <message>
        <source>Gathering micro-tiles</source>
        <translation>Micro-Tiles einsammeln</translation>
    </message>
    <message>
        <source>Searching a dynamic plan</source>
        <translation>Dynamischen Plan suchen</translation>
    </message>
    <message>
        <source>Found a dynamic plan in %1: %2</source>
        <translation>Dynamischen Plan in %1 gefunden: %2</translation>
    </message>
    <message>
        <source>the dense product is predicted to be faster than all pairings</source>
        <translation>das dichte Produkt ist laut Vorhersage schneller als alle Paarungen</translation>
    </message>
    <message>
        <source>Running over the masks</source>
        <translation>Über die Masken ausführen</translation>
    </message>
    <message>
        <source>The GPU job ended without a run.</source>
        <translation>Der GPU-Job endete ohne einen Lauf.</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>%1 speichern</translation>
    </message>
    <message>
        <source>Saved the dynamic plan as %1</source>
        <translation>Dynamischen Plan als %1 gespeichert</translation>
    </message>
    <message>
        <source>Taking slice %1</source>
        <translation>Slice %1 nehmen</translation>
    </message>
    <message>
        <source>Adding up slices</source>
        <translation>Slices summieren</translation>
    </message>
    <message>
        <source>Restoring</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>%1 is open in another window or tab too: whoever saves second is asked for another name</source>
        <translation>%1 ist auch in einem anderen Fenster oder Tab geöffnet: wer als Zweiter speichert, wird nach einem anderen Namen gefragt</translation>
    </message>
    <message>
        <source>What a search had chosen when the program ended could not be restored: %1</source>
        <translation>Was eine Suche gewählt hatte, als das Programm endete, konnte nicht wiederhergestellt werden: %1</translation>
    </message>
    <message>
        <source>%1: a plan belongs to a matrix; open its matrix first</source>
        <translation>%1: ein Plan gehört zu einer Matrix; zuerst deren Matrix öffnen</translation>
    </message>
    <message>
        <source>%1: a dynamic plan is one of masks; open them first</source>
        <translation>%1: ein dynamischer Plan ist einer von Masken; diese zuerst öffnen</translation>
    </message>
    <message>
        <source>%1: what is added belongs to a matrix; open its matrix first</source>
        <translation>%1: was hinzugefügt wird, gehört zu einer Matrix; zuerst deren Matrix öffnen</translation>
    </message>
    <message>
        <source>Added %1 of %2</source>
        <translation>%1 aus %2 hinzugefügt</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>plans</source>
        <translation>Pläne</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>The plan is run when it is found</source>
        <translation>Der Plan wird ausgeführt, sobald er gefunden ist</translation>
    </message>
    <message>
        <source>Running on the GPU</source>
        <translation>Auf der GPU ausführen</translation>
    </message>
    <message>
        <source>plain CSR</source>
        <translation>einfaches CSR</translation>
    </message>
    <message>
        <source>%1 takes %2, %3 takes %4: the faster one is shown</source>
        <translation>%1 braucht %2, %3 braucht %4: das schnellere wird gezeigt</translation>
    </message>
    <message>
        <source>%1, parts of %2</source>
        <translation>%1, Teile von %2</translation>
    </message>
    <message>
        <source>Checking on the CPU</source>
        <translation>Auf der CPU prüfen</translation>
    </message>
    <message>
        <source>The plan computes the right result on the CPU: relative error %1, %2.</source>
        <translation>Der Plan rechnet auf der CPU richtig: relativer Fehler %1, %2.</translation>
    </message>
    <message>
        <source>the plan computes a wrong result, relative error %1</source>
        <translation>der Plan rechnet falsch, relativer Fehler %1</translation>
    </message>
    <message>
        <source>The check on the CPU</source>
        <translation>Die Prüfung auf der CPU</translation>
    </message>
    <message>
        <source>Saved the plan as %1</source>
        <translation>Plan als %1 gespeichert</translation>
    </message>
    <message>
        <source>Saved the session as %1</source>
        <translation>Sitzung als %1 gespeichert</translation>
    </message>
    <message>
        <source>%1, what if %2</source>
        <translation>%1, was wäre wenn %2</translation>
    </message>
    <message>
        <source>%1, cancelled at %2</source>
        <translation>%1, abgebrochen bei %2</translation>
    </message>
    <message>
        <source>%1, cancelled in %2</source>
        <translation>%1, abgebrochen in %2</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>tile</source>
        <translation>Tile</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>Cancelled: a plan of %1 keeps what was chosen; simple tiles cover the rest</source>
        <translation>Abgebrochen: ein Plan aus %1 behält, was gewählt war; einfache Tiles decken den Rest ab</translation>
    </message>
    <message>
        <source>Cancelled: the best plan so far, of %1, is kept</source>
        <translation>Abgebrochen: der bisher beste Plan, aus %1, bleibt</translation>
    </message>
    <message>
        <source>Found a plan of %1 in %2</source>
        <translation>Plan aus %1 in %2 gefunden</translation>
    </message>
    <message>
        <source>, the best by prediction; not measured: %1</source>
        <translation>, der beste laut Vorhersage; nicht gemessen: %1</translation>
    </message>
    <message>
        <source>, the fastest that was measured</source>
        <translation>, der schnellste, der gemessen wurde</translation>
    </message>
    <message>
        <source>, the best by prediction: there was no GPU to ask</source>
        <translation>, der beste laut Vorhersage: es gab keine GPU, die zu fragen war</translation>
    </message>
    <message>
        <source>Cancelled the search and dropped what it had found.</source>
        <translation>Suche abgebrochen und verworfen, was sie gefunden hatte.</translation>
    </message>
    <message>
        <source>Cancelled the search before it had chosen a tile; there is no plan to keep.</source>
        <translation>Suche abgebrochen, bevor sie ein Tile gewählt hatte; es gibt keinen Plan zu behalten.</translation>
    </message>
</context>
<context>
    <name>sparsescope::OrderBox</name>
    <message>
        <source>The order of a plan&apos;s tiles can be shown, not planned: a search has no tiles yet.</source>
        <translation>Die Anordnung der Tiles eines Plans lässt sich zeigen, nicht planen: eine Suche hat noch keine Tiles.</translation>
    </message>
    <message>
        <source>There is no planner in this program.</source>
        <translation>In diesem Programm ist kein Planer.</translation>
    </message>
    <message>
        <source>Plan this order: %1</source>
        <translation>Diese Anordnung planen: %1</translation>
    </message>
    <message>
        <source>Plan this order (now: as in the file)</source>
        <translation>Diese Anordnung planen (jetzt: wie in der Datei)</translation>
    </message>
    <message>
        <source>Tiles are cut from rows and columns as they lie now; the plan names them as the file does</source>
        <translation>Tiles werden aus Zeilen und Spalten geschnitten, wie sie jetzt liegen; der Plan nennt sie, wie die Datei es tut</translation>
    </message>
</context>
<context>
    <name>sparsescope::OverviewPage</name>
    <message>
        <source>What may make it faster</source>
        <translation>Was ihn schneller machen könnte</translation>
    </message>
    <message>
        <source>Time per call</source>
        <translation>Zeit je Aufruf</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>measured −
predicted</source>
        <translation>gemessen −
vorhergesagt</translation>
    </message>
    <message>
        <source>%1 ns, %2</source>
        <translation>%1 ns, %2</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1 less, measured</source>
        <translation>%1 weniger, gemessen</translation>
    </message>
    <message>
        <source>up to %1, %2 of the call</source>
        <translation>bis zu %1, %2 des Aufrufs</translation>
    </message>
    <message>
        <source>Measured by the run, among its variants</source>
        <translation>Vom Lauf gemessen, unter seinen Varianten</translation>
    </message>
    <message>
        <source>Estimated, of %1 a call</source>
        <translation>Geschätzt, von %1 je Aufruf</translation>
    </message>
    <message>
        <source>Makes such a plan of the same tiles beside this one; Ctrl+Z takes it back</source>
        <translation>Erzeugt neben diesem einen solchen Plan derselben Tiles; Strg+Z nimmt es zurück</translation>
    </message>
    <message>
        <source>Searches such a plan beside this one; run it to see what it gains</source>
        <translation>Sucht neben diesem einen solchen Plan; ihn ausführen, um den Gewinn zu sehen</translation>
    </message>
    <message>
        <source>Nothing that was measured says so.</source>
        <translation>Nichts Gemessenes deutet darauf hin.</translation>
    </message>
    <message>
        <source>Show more of it</source>
        <translation>Mehr davon zeigen</translation>
    </message>
</context>
<context>
    <name>sparsescope::PackedPanel</name>
    <message>
        <source>Smaller tiles (−)</source>
        <translation>Kleinere Tiles (−)</translation>
    </message>
    <message>
        <source>Larger tiles (+)</source>
        <translation>Größere Tiles (+)</translation>
    </message>
    <message>
        <source>owned</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>covered zero</source>
        <translation>bedeckte Null</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>Padding</translation>
    </message>
    <message>
        <source>Micro-tiles are shown in ascending order. An unordered index, the default, has them as the GPU found them, in another order in every run.</source>
        <translation>Micro-Tiles sind in aufsteigender Ordnung gezeigt. Ein ungeordneter Index, wie er voreingestellt ist, hat sie so, wie die GPU sie fand: in jedem Lauf in anderer Ordnung.</translation>
    </message>
    <message>
        <source>order: ascending, as on the GPU</source>
        <translation>Ordnung: aufsteigend, wie auf der GPU</translation>
    </message>
    <message>
        <source>order: ascending; GPU: any</source>
        <translation>Ordnung: aufsteigend; GPU: beliebig</translation>
    </message>
    <message>
        <source>order: ascending</source>
        <translation>Ordnung: aufsteigend</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Zurücklegen</translation>
    </message>
    <message>
        <source>Gather</source>
        <translation>Einsammeln</translation>
    </message>
    <message>
        <source>Choose a dense tile first</source>
        <translation>Zuerst ein dichtes Tile wählen</translation>
    </message>
    <message>
        <source>Moves the micro-tiles back to their places in the matrix (Return)</source>
        <translation>Bewegt die Micro-Tiles zurück an ihre Stellen in der Matrix (Eingabe)</translation>
    </message>
    <message>
        <source>Moves the micro-tiles from the matrix into the dense tile (Return)</source>
        <translation>Bewegt die Micro-Tiles aus der Matrix in das dichte Tile (Eingabe)</translation>
    </message>
</context>
<context>
    <name>sparsescope::PackedView</name>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <source>members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>Strip %1, step %2 of %3</source>
        <translation>Streifen %1, Schritt %2 von %3</translation>
    </message>
    <message>
        <source>Strip %1, group %2 of %3</source>
        <translation>Streifen %1, Gruppe %2 von %3</translation>
    </message>
    <message>
        <source>%1: %2, %3 %4 to %5; owned %6, zeros %7, padding %8</source>
        <translation>%1: %2, %3 %4 bis %5; eigene %6, Nullen %7, Padding %8</translation>
    </message>
    <message>
        <source>micro-tile</source>
        <translation>Micro-Tile</translation>
    </message>
    <message>
        <source>micro-tiles</source>
        <translation>Micro-Tiles</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>strip</source>
        <translation>Streifen</translation>
    </message>
    <message>
        <source>strips</source>
        <translation>Streifen</translation>
    </message>
    <message>
        <source>%1 of %2 x %3 in %4. Choose one to see where its micro-tiles lie.</source>
        <translation>%1 von %2 x %3 in %4. Eines wählen, um zu sehen, wo seine Micro-Tiles liegen.</translation>
    </message>
    <message>
        <source>dense tile</source>
        <translation>dichtes Tile</translation>
    </message>
    <message>
        <source>dense tiles</source>
        <translation>dichte Tiles</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>strip %1</source>
        <translation>Streifen %1</translation>
    </message>
    <message>
        <source>Dense tiles, bucket by bucket</source>
        <translation>Dichte Tiles, Bucket für Bucket</translation>
    </message>
    <message>
        <source>%1: </source>
        <translation>%1: </translation>
    </message>
    <message>
        <source>%1 members, %2 groups</source>
        <translation>%1 Mitglieder, %2 Gruppen</translation>
    </message>
</context>
<context>
    <name>sparsescope::PairingsModel</name>
    <message>
        <source>chosen</source>
        <translation>gewählt</translation>
    </message>
    <message>
        <source>%1 here, more over all samples</source>
        <translation>%1 hier, über alle Stichproben mehr</translation>
    </message>
    <message>
        <source>as fast, and stores no less</source>
        <translation>ebenso schnell, und speichert nicht weniger</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>dicht</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <source>Pairing</source>
        <translation>Paarung</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Mitglieder</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>Padding</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>Warum nicht</translation>
    </message>
    <message>
        <source>Micro-tile in dense tile, and the axis along which micro-tiles are gathered</source>
        <translation>Micro-Tile im dichten Tile, und die Achse, entlang der Micro-Tiles eingesammelt werden</translation>
    </message>
    <message>
        <source>Micro-tiles that hold a non-zero</source>
        <translation>Micro-Tiles, die eine Nichtnull enthalten</translation>
    </message>
    <message>
        <source>Dense tiles that are multiplied</source>
        <translation>Dichte Tiles, die multipliziert werden</translation>
    </message>
    <message>
        <source>Zeros in members, as a part of the places that are stored</source>
        <translation>Nullen in Mitgliedern, als Teil der gespeicherten Stellen</translation>
    </message>
    <message>
        <source>The rest of last steps and groups, as a part of the places that are stored</source>
        <translation>Der Rest letzter Schritte und Gruppen, als Teil der gespeicherten Stellen</translation>
    </message>
    <message>
        <source>Index and kernel, for a mask</source>
        <translation>Index und Kernel, für eine Maske</translation>
    </message>
    <message>
        <source>What keeps it from being chosen: a reason, or how many times what the chosen one takes</source>
        <translation>Warum sie nicht gewählt ist: ein Grund, oder wievielmal so lange sie braucht wie die gewählte</translation>
    </message>
</context>
<context>
    <name>sparsescope::PairingsPanel</name>
    <message>
        <source>Masks that were sampled</source>
        <translation>Masken der Stichprobe</translation>
    </message>
    <message>
        <source>All masks that were sampled together, a mask, or one of them</source>
        <translation>Alle Masken der Stichprobe zusammen, eine Maske, oder eine von ihnen</translation>
    </message>
    <message>
        <source>Pairings</source>
        <translation>Paarungen</translation>
    </message>
    <message>
        <source>pairing</source>
        <translation>Paarung</translation>
    </message>
    <message>
        <source>pairings</source>
        <translation>Paarungen</translation>
    </message>
    <message>
        <source>%1 refused</source>
        <translation>%1 abgelehnt</translation>
    </message>
    <message>
        <source>times estimated, not measured</source>
        <translation>Zeiten geschätzt, nicht gemessen</translation>
    </message>
    <message>
        <source>%1 not readable</source>
        <translation>%1 nicht lesbar</translation>
    </message>
    <message>
        <source>the only sample</source>
        <translation>die einzige Stichprobe</translation>
    </message>
    <message>
        <source>all %1 samples</source>
        <translation>alle %1 Stichproben</translation>
    </message>
    <message>
        <source>mask %1</source>
        <translation>Maske %1</translation>
    </message>
</context>
<context>
    <name>sparsescope::Panels</name>
    <message>
        <source>%1: open or close (Esc closes)</source>
        <translation>%1: öffnen oder schließen (Esc schließt)</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>Masken</translation>
    </message>
</context>
<context>
    <name>sparsescope::ParameterSlider</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>sparsescope::PatternDialog</name>
    <message>
        <source>Make</source>
        <translation>Erzeugen</translation>
    </message>
</context>
<context>
    <name>sparsescope::PlanEditor</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Split the tile by rows</source>
        <translation>Tile nach Zeilen &amp;teilen</translation>
    </message>
    <message>
        <source>&amp;Merge the tile with…</source>
        <translation>Tile &amp;vereinen mit…</translation>
    </message>
    <message>
        <source>&amp;Delete the tile</source>
        <translation>Tile &amp;löschen</translation>
    </message>
    <message>
        <source>Store the tile as %1</source>
        <translation>Tile als %1 ablegen</translation>
    </message>
    <message>
        <source>no change</source>
        <translation>keine Änderung</translation>
    </message>
    <message>
        <source>%1 to %2, %3</source>
        <translation>%1 zu %2, %3</translation>
    </message>
    <message>
        <source>Search or open a plan first.</source>
        <translation>Zuerst einen Plan suchen oder öffnen.</translation>
    </message>
    <message>
        <source>A change is being made.</source>
        <translation>Eine Änderung ist im Gang.</translation>
    </message>
    <message>
        <source>Select a tile: click one in the matrix, or go to it with the arrows and press Enter.</source>
        <translation>Ein Tile auswählen: eines in der Matrix anklicken, oder mit den Pfeilen hingehen und Eingabe drücken.</translation>
    </message>
    <message>
        <source>Tile %1 split</source>
        <translation>Tile %1 geteilt</translation>
    </message>
    <message>
        <source>Tile %1 stored as %2</source>
        <translation>Tile %1 als %2 abgelegt</translation>
    </message>
    <message>
        <source>Tile %1 deleted</source>
        <translation>Tile %1 gelöscht</translation>
    </message>
    <message>
        <source>Select the tile to merge tile %1 with.</source>
        <translation>Das Tile wählen, mit dem Tile %1 vereint wird.</translation>
    </message>
    <message>
        <source>Tiles %1 and %2 merged</source>
        <translation>Tiles %1 und %2 vereint</translation>
    </message>
    <message>
        <source>All %1 changes</source>
        <translation>Alle %1 Änderungen</translation>
    </message>
    <message>
        <source>, edited</source>
        <translation>, bearbeitet</translation>
    </message>
    <message>
        <source>Launched otherwise</source>
        <translation>Anders gestartet</translation>
    </message>
    <message>
        <source>Changing the plan</source>
        <translation>Plan ändern</translation>
    </message>
    <message>
        <source>%1: the plan is predicted to take %2 as before</source>
        <translation>%1: der Plan dauert laut Vorhersage %2 von vorher</translation>
    </message>
    <message>
        <source>%1: the plan takes %2 as before, its sub-tasks together %3</source>
        <translation>%1: der Plan dauert %2 von vorher, seine Teilaufgaben zusammen %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Done again: %1</source>
        <translation>Wiederholt: %1</translation>
    </message>
    <message>
        <source>Taken back: %1</source>
        <translation>Zurückgenommen: %1</translation>
    </message>
</context>
<context>
    <name>sparsescope::PlansView</name>
    <message>
        <source>Save the differences</source>
        <translation>Unterschiede speichern</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Plans that are compared</source>
        <translation>Pläne, die verglichen werden</translation>
    </message>
    <message>
        <source>Checked plans are compared. The marked one stands beside the canvas; Enter makes it A.</source>
        <translation>Angekreuzte Pläne werden verglichen. Der markierte steht neben der Zeichenfläche; Eingabe macht ihn zu A.</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>Smaller differences, and times whose spreads overlap, are in the secondary colour</source>
        <translation>Kleinere Unterschiede, und Zeiten, deren Streuungen überlappen, erscheinen in der Nebenfarbe</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen…</translation>
    </message>
    <message>
        <source>Plans and sessions of this matrix, from files</source>
        <translation>Pläne und Sitzungen dieser Matrix, aus Dateien</translation>
    </message>
    <message>
        <source>CSV…</source>
        <translation>CSV…</translation>
    </message>
    <message>
        <source>Save the table of differences</source>
        <translation>Tabelle der Unterschiede speichern</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>Was sich unterscheidet</translation>
    </message>
    <message>
        <source>Differences of the plans</source>
        <translation>Unterschiede der Pläne</translation>
    </message>
    <message>
        <source>Add plans and sessions of this matrix</source>
        <translation>Pläne und Sitzungen dieser Matrix hinzufügen</translation>
    </message>
    <message>
        <source>Sessions, plans (*%1 *.json);;All files (*)</source>
        <translation>Sitzungen, Pläne (*%1 *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Comparing the plans</source>
        <translation>Pläne vergleichen</translation>
    </message>
    <message>
        <source>, runs on the CPU only</source>
        <translation>, läuft nur auf der CPU</translation>
    </message>
    <message>
        <source>There is no plan yet. Search one (Alt+2), or open plan files of this matrix.</source>
        <translation>Noch kein Plan. Einen suchen (Alt+2) oder Plandateien dieser Matrix öffnen.</translation>
    </message>
    <message>
        <source>Only one plan is open. Search again with other options (Alt+2), open a plan file of this matrix, or click a point of a sweep: every plan that is open can be compared.</source>
        <translation>Nur ein Plan ist geöffnet. Mit anderen Optionen erneut suchen (Alt+2), eine Plandatei dieser Matrix öffnen oder einen Punkt eines Sweeps anklicken: jeder geöffnete Plan lässt sich vergleichen.</translation>
    </message>
    <message>
        <source>Check a plan to compare it with A, the plan on the canvas.</source>
        <translation>Einen Plan ankreuzen, um ihn mit A zu vergleichen, dem Plan auf der Zeichenfläche.</translation>
    </message>
    <message>
        <source>, recorded</source>
        <translation>, aufgezeichnet</translation>
    </message>
    <message>
        <source>, CPU only</source>
        <translation>, nur CPU</translation>
    </message>
    <message>
        <source>Saved the differences as %1</source>
        <translation>Unterschiede als %1 gespeichert</translation>
    </message>
    <message>
        <source>Saving the differences</source>
        <translation>Unterschiede speichern</translation>
    </message>
    <message>
        <source>Add published numbers of this matrix</source>
        <translation>Veröffentlichte Zahlen dieser Matrix hinzufügen</translation>
    </message>
    <message>
        <source>Tables (*.csv);;All files (*)</source>
        <translation>Tabellen (*.csv);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1: not measured here</source>
        <translation>%1: hier nicht gemessen</translation>
    </message>
</context>
<context>
    <name>sparsescope::PredicateForm</name>
    <message>
        <source>Add a condition</source>
        <translation>Bedingung hinzufügen</translation>
    </message>
    <message>
        <source>One more condition in this group</source>
        <translation>Eine weitere Bedingung in dieser Gruppe</translation>
    </message>
    <message>
        <source>Add a condition to %1</source>
        <translation>Bedingung zu %1 hinzufügen</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>Condition %1 of %2</source>
        <translation>Bedingung %1 von %2</translation>
    </message>
    <message>
        <source>Remove this condition</source>
        <translation>Diese Bedingung entfernen</translation>
    </message>
    <message>
        <source>Remove condition %1 of %2</source>
        <translation>Bedingung %1 von %2 entfernen</translation>
    </message>
</context>
<context>
    <name>sparsescope::ProgramModel</name>
    <message>
        <source>Writing the program</source>
        <translation>Programm schreiben</translation>
    </message>
    <message>
        <source>Printing CUDA</source>
        <translation>CUDA drucken</translation>
    </message>
    <message>
        <source>Finding steps</source>
        <translation>Schritte finden</translation>
    </message>
    <message>
        <source>Checking the program</source>
        <translation>Programm prüfen</translation>
    </message>
</context>
<context>
    <name>sparsescope::ProgramPage</name>
    <message>
        <source>Pro&amp;gram</source>
        <translation>P&amp;rogramm</translation>
    </message>
    <message>
        <source>Read what a plan computes as a program, from coordinates to offsets</source>
        <translation>Lesen, was ein Plan berechnet, als Programm: von Koordinaten zu Offsets</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy a stage&apos;s text</source>
        <translation>Den Text einer Stufe kopieren</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save a stage&apos;s text as a file</source>
        <translation>Den Text einer Stufe als Datei speichern</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Run all stages on whole numbers, and compare every bit with what the operator is</source>
        <translation>Alle Stufen auf ganzen Zahlen ausführen, und jedes Bit mit dem vergleichen, was der Operator ist</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schrittweise</translation>
    </message>
    <message>
        <source>Carry a stage out on a small matrix, statement by statement</source>
        <translation>Eine Stufe auf einer kleinen Matrix ausführen, Anweisung für Anweisung</translation>
    </message>
    <message>
        <source>Stage I as it was before it was edited here</source>
        <translation>Stufe I, wie sie war, bevor sie hier bearbeitet wurde</translation>
    </message>
    <message>
        <source>One tile of each format</source>
        <translation>Ein Tile je Format</translation>
    </message>
    <message>
        <source>As if all that a format holds were one tile: shorter to read. What runs has tiles.</source>
        <translation>Als wäre alles, was ein Format enthält, ein Tile: kürzer zu lesen. Was läuft, hat Tiles.</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>Stage I</source>
        <translation>Stufe I</translation>
    </message>
    <message>
        <source>Stage I: coordinates</source>
        <translation>Stufe I: Koordinaten</translation>
    </message>
    <message>
        <source>Rows i, columns j; axes say how formats store them. Can be edited.</source>
        <translation>Zeilen i, Spalten j; Achsen sagen, wie Formate sie speichern. Kann bearbeitet werden.</translation>
    </message>
    <message>
        <source>Stage II</source>
        <translation>Stufe II</translation>
    </message>
    <message>
        <source>Stage II: positions</source>
        <translation>Stufe II: Positionen</translation>
    </message>
    <message>
        <source>Loops over positions of non-zeros; index buffers say row and column.</source>
        <translation>Schleifen über Positionen von Nichtnullen; Indexpuffer nennen Zeile und Spalte.</translation>
    </message>
    <message>
        <source>Stage III</source>
        <translation>Stufe III</translation>
    </message>
    <message>
        <source>Stage III: offsets</source>
        <translation>Stufe III: Offsets</translation>
    </message>
    <message>
        <source>Every buffer is one array, every access has its offset in it, as CUDA reads it.</source>
        <translation>Jeder Puffer ist ein Array, jeder Zugriff enthält seinen Offset, wie CUDA ihn liest.</translation>
    </message>
    <message>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <source>CUDA: what runs</source>
        <translation>CUDA: was läuft</translation>
    </message>
    <message>
        <source>What a kernel has for each format, statement by statement.</source>
        <translation>Was ein Kernel für jedes Format enthält, Anweisung für Anweisung.</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>Program: copy %1</source>
        <translation>Programm: %1 kopieren</translation>
    </message>
    <message>
        <source>↑ ↓</source>
        <translation>↑ ↓</translation>
    </message>
    <message>
        <source>in a stage: what the line came from and what it became</source>
        <translation>in einer Stufe: woher die Zeile kam und was aus ihr wurde</translation>
    </message>
    <message>
        <source>Alt + ↑ ↓</source>
        <translation>Alt + ↑ ↓</translation>
    </message>
    <message>
        <source>in the schedule: move the step</source>
        <translation>im Schedule: den Schritt bewegen</translation>
    </message>
    <message>
        <source>Ctrl + /</source>
        <translation>Strg + /</translation>
    </message>
    <message>
        <source>in the schedule: leave the step out, or take it again</source>
        <translation>im Schedule: den Schritt auslassen oder wieder nehmen</translation>
    </message>
    <message>
        <source>Ctrl + Enter</source>
        <translation>Strg + Eingabe</translation>
    </message>
    <message>
        <source>in a stage: select a tile of the line&apos;s format</source>
        <translation>in einer Stufe: ein Tile vom Format der Zeile auswählen</translation>
    </message>
    <message>
        <source>Space  ,  .  ← →</source>
        <translation>Leertaste  ,  .  ← →</translation>
    </message>
    <message>
        <source>Step: play or pause, one statement back, one on</source>
        <translation>Schrittweise: abspielen oder anhalten, eine Anweisung zurück, eine weiter</translation>
    </message>
    <message>
        <source>Home  End  Esc</source>
        <translation>Pos1  Ende  Esc</translation>
    </message>
    <message>
        <source>Step: before the first statement, behind the last one, leave</source>
        <translation>Schrittweise: vor die erste Anweisung, hinter die letzte, verlassen</translation>
    </message>
    <message>
        <source>The plan as a program</source>
        <translation>Der Plan als Programm</translation>
    </message>
    <message>
        <source>The same product in three stages, which are those of SparseTIR: over coordinates, over positions, over offsets, and the CUDA that is printed of it. Point at a line, and what it came from and became lights up in the others; point at a name, and below it says what that is.</source>
        <translation>Dasselbe Produkt in drei Stufen, denen von SparseTIR: über Koordinaten, über Positionen, über Offsets, und das CUDA, das daraus gedruckt wird. Auf eine Zeile zeigen: woher sie kam und was aus ihr wurde, leuchtet in den anderen auf; auf einen Namen zeigen: darunter steht, was er ist.</translation>
    </message>
    <message>
        <source>Program of %1</source>
        <translation>Programm von %1</translation>
    </message>
    <message>
        <source>Program of %1, without a plan</source>
        <translation>Programm von %1, ohne Plan</translation>
    </message>
    <message>
        <source>Back to the plan&apos;s</source>
        <translation>Zurück zu dem des Plans</translation>
    </message>
    <message>
        <source>Back to the operator&apos;s</source>
        <translation>Zurück zu dem des Operators</translation>
    </message>
    <message>
        <source>A program says what is computed with a matrix. Open one.</source>
        <translation>Ein Programm sagt, was mit einer Matrix berechnet wird. Eine öffnen.</translation>
    </message>
    <message>
        <source>Writing the program…</source>
        <translation>Programm wird geschrieben…</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>Old: as before the last change, which has a mistake.</source>
        <translation>Alt: wie vor der letzten Änderung, die einen Fehler hat.</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>Old: as before the last change, which cannot be printed.</source>
        <translation>Alt: wie vor der letzten Änderung, die nicht gedruckt werden kann.</translation>
    </message>
    <message>
        <source>%1. The default schedule binds it.</source>
        <translation>%1. Der Standard-Schedule bindet sie.</translation>
    </message>
    <message>
        <source>Save the kernel</source>
        <translation>Kernel speichern</translation>
    </message>
    <message>
        <source>CUDA C++ (*.cu)</source>
        <translation>CUDA C++ (*.cu)</translation>
    </message>
    <message>
        <source>Save the program</source>
        <translation>Programm speichern</translation>
    </message>
    <message>
        <source>Programs (*.tir)</source>
        <translation>Programme (*.tir)</translation>
    </message>
    <message>
        <source>Saved the kernel as %1</source>
        <translation>Kernel als %1 gespeichert</translation>
    </message>
    <message>
        <source>Saved the program as %1</source>
        <translation>Programm als %1 gespeichert</translation>
    </message>
    <message>
        <source>Saving the program</source>
        <translation>Programm speichern</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>in CUDA: %1</source>
        <translation>in CUDA: %1</translation>
    </message>
    <message>
        <source>in stage %1: %2</source>
        <translation>in Stufe %1: %2</translation>
    </message>
    <message>
        <source>Point at a line: what it came from and became lights up. Point at a name: what it is.</source>
        <translation>Auf eine Zeile zeigen: woher sie kam und was aus ihr wurde, leuchtet auf. Auf einen Namen zeigen: was er ist.</translation>
    </message>
    <message>
        <source>Click on a line: a tile of its format.</source>
        <translation>Klick auf eine Zeile: ein Tile ihres Formats.</translation>
    </message>
    <message>
        <source>The selected tile is one of %1: the lines that compute it are lit.</source>
        <translation>Das ausgewählte Tile ist eines von %1: die Zeilen, die es berechnen, leuchten.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
</context>
<context>
    <name>sparsescope::ProgramStepper</name>
    <message>
        <source>Carrying out the program</source>
        <translation>Programm ausführen</translation>
    </message>
    <message>
        <source>Carrying out the program…</source>
        <translation>Programm wird ausgeführt…</translation>
    </message>
</context>
<context>
    <name>sparsescope::Rail</name>
    <message>
        <source>%1 (Alt+%2)</source>
        <translation>%1 (Alt+%2)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>sparsescope::RangeControl</name>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Colours follow the logarithm of the count</source>
        <translation>Farben folgen dem Logarithmus der Anzahl</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>From the 1st to the 99th percentile of the pixels in view</source>
        <translation>Vom 1. bis zum 99. Perzentil der sichtbaren Pixel</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>Farbzuordnung</translation>
    </message>
</context>
<context>
    <name>sparsescope::RangeHistogram</name>
    <message>
        <source>Range of the colours</source>
        <translation>Bereich der Farben</translation>
    </message>
    <message>
        <source>Left and Right move the upper end, with Shift the lower end.</source>
        <translation>Links und Rechts bewegen das obere Ende, mit Umschalt das untere.</translation>
    </message>
    <message>
        <source>Non-zeros a pixel: drag the ends of the colours. Arrows move the upper end, with Shift the lower one.</source>
        <translation>Nichtnullen je Pixel: die Enden der Farben ziehen. Pfeile bewegen das obere Ende, mit Umschalt das untere.</translation>
    </message>
    <message>
        <source>No non-zeros in view</source>
        <translation>Keine Nichtnullen sichtbar</translation>
    </message>
    <message>
        <source>At most one non-zero a pixel</source>
        <translation>Höchstens eine Nichtnull je Pixel</translation>
    </message>
</context>
<context>
    <name>sparsescope::RectangleFacts</name>
    <message>
        <source>Counting in the rectangle</source>
        <translation>Im Rechteck zählen</translation>
    </message>
</context>
<context>
    <name>sparsescope::RegretBars</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>bis zu %1</translation>
    </message>
    <message>
        <source>over %1</source>
        <translation>über %1</translation>
    </message>
    <message>
        <source>Cases by their regret</source>
        <translation>Fälle nach ihrem Regret</translation>
    </message>
    <message>
        <source>Cases by their regret. A click on a bar lists them, once more all; so do ← → and Esc.</source>
        <translation>Fälle nach ihrem Regret. Ein Klick auf einen Balken listet sie, ein weiterer alle; ebenso ← → und Esc.</translation>
    </message>
    <message>
        <source>regret up to, %</source>
        <translation>Regret bis zu, %</translation>
    </message>
    <message>
        <source>cases</source>
        <translation>Fälle</translation>
    </message>
</context>
<context>
    <name>sparsescope::RegretCurves</name>
    <message>
        <source>Share of the cases within a regret</source>
        <translation>Anteil der Fälle innerhalb eines Regrets</translation>
    </message>
    <message>
        <source>regret</source>
        <translation>Regret</translation>
    </message>
    <message>
        <source>share of cases</source>
        <translation>Anteil der Fälle</translation>
    </message>
    <message>
        <source>%1: at most %2 in %3 of the cases</source>
        <translation>%1: höchstens %2 in %3 der Fälle</translation>
    </message>
</context>
<context>
    <name>sparsescope::Replay</name>
    <message>
        <source>%1 of %2 %3</source>
        <translation>%1 von %2 %3</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>play or pause the search</source>
        <translation>die Suche abspielen oder anhalten</translation>
    </message>
    <message>
        <source>one tile back, one tile on</source>
        <translation>ein Tile zurück, ein Tile weiter</translation>
    </message>
    <message>
        <source>Home  End</source>
        <translation>Pos1  Ende</translation>
    </message>
    <message>
        <source>first and last tile</source>
        <translation>erstes und letztes Tile</translation>
    </message>
    <message>
        <source>tile</source>
        <translation>Tile</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>no plan yet</source>
        <translation>noch kein Plan</translation>
    </message>
</context>
<context>
    <name>sparsescope::RooflinePage</name>
    <message>
        <source>Figures of the roofline</source>
        <translation>Zahlen der Roofline</translation>
    </message>
    <message>
        <source>at the best rate</source>
        <translation>beste Rate</translation>
    </message>
    <message>
        <source>takes</source>
        <translation>dauert</translation>
    </message>
    <message>
        <source>of kernel</source>
        <translation>des Kernels</translation>
    </message>
    <message>
        <source>Reading the calibration</source>
        <translation>Kalibrierung lesen</translation>
    </message>
    <message>
        <source>No calibration of this GPU is known: there are no ceilings.</source>
        <translation>Keine Kalibrierung dieser GPU ist bekannt: es gibt keine Obergrenzen.</translation>
    </message>
    <message>
        <source>Ceilings: calibration %1, which is of another GPU.</source>
        <translation>Obergrenzen: Kalibrierung %1, die von einer anderen GPU ist.</translation>
    </message>
    <message>
        <source>Ceilings: calibration %1.</source>
        <translation>Obergrenzen: Kalibrierung %1.</translation>
    </message>
    <message>
        <source>That of L1 is what it is built for, at the clock that was measured.</source>
        <translation>Die von L1 ist, wofür er gebaut ist, beim gemessenen Takt.</translation>
    </message>
    <message>
        <source>The bytes of L1 were not counted in this run.</source>
        <translation>Die Bytes von L1 wurden in diesem Lauf nicht gezählt.</translation>
    </message>
    <message>
        <source>There are no counters, so no measured point.</source>
        <translation>Es gibt keine Zähler, also keinen gemessenen Punkt.</translation>
    </message>
    <message>
        <source>FLOPs are counted.</source>
        <translation>FLOPs sind gezählt.</translation>
    </message>
    <message>
        <source>FLOPs are the predicted ones: none were counted.</source>
        <translation>FLOPs sind die vorhergesagten: keine wurden gezählt.</translation>
    </message>
    <message>
        <source>Small diamonds: kinds of tile launched alone.</source>
        <translation>Kleine Rauten: Arten von Tiles, allein gestartet.</translation>
    </message>
</context>
<context>
    <name>sparsescope::RooflineView</name>
    <message>
        <source>Roofline: FLOP/s against FLOP per byte</source>
        <translation>Roofline: FLOP/s über FLOP je Byte</translation>
    </message>
    <message>
        <source>arithmetic intensity, FLOP per byte</source>
        <translation>arithmetische Intensität, FLOP je Byte</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>measured (L2)</source>
        <translation>gemessen (L2)</translation>
    </message>
    <message>
        <source>kernel alone</source>
        <translation>Kernel allein</translation>
    </message>
    <message>
        <source>measured (DRAM)</source>
        <translation>gemessen (DRAM)</translation>
    </message>
    <message>
        <source>measured (L1)</source>
        <translation>gemessen (L1)</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>Spitze %1</translation>
    </message>
    <message>
        <source>%1: %2 FLOP per byte, %3
%4 FLOPs, %5, %6</source>
        <translation>%1: %2 FLOP je Byte, %3
%4 FLOPs, %5, %6</translation>
    </message>
</context>
<context>
    <name>sparsescope::RuleForm</name>
    <message>
        <source>Takes</source>
        <translation>Nimmt</translation>
    </message>
    <message>
        <source>cheapest parameters</source>
        <translation>billigste Parameter</translation>
    </message>
    <message>
        <source>these parameters</source>
        <translation>diese Parameter</translation>
    </message>
    <message>
        <source>cheapest of a list</source>
        <translation>billigste einer Liste</translation>
    </message>
    <message>
        <source>Parameters of the format: the cheapest by the cost model of those that it would try, these, or the cheapest of a list</source>
        <translation>Parameter des Formats: die billigsten laut Kostenmodell von denen, die es versuchen würde, diese, oder die billigsten einer Liste</translation>
    </message>
    <message>
        <source>How parameters are chosen</source>
        <translation>Wie Parameter gewählt werden</translation>
    </message>
    <message>
        <source>List of parameters</source>
        <translation>Liste von Parametern</translation>
    </message>
    <message>
        <source>Parameters as JSON, of which the cheapest by the cost model is taken: [{&quot;rows&quot;: 16, &quot;width&quot;: 8}, …]</source>
        <translation>Parameter als JSON, von denen die laut Kostenmodell billigsten genommen werden: [{&quot;rows&quot;: 16, &quot;width&quot;: 8}, …]</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>What is wrong with the rule</source>
        <translation>Was an der Regel falsch ist</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Rule %1 of %2</source>
        <translation>Regel %1 von %2</translation>
    </message>
</context>
<context>
    <name>sparsescope::RulesDocument</name>
    <message>
        <source>%1, cheapest</source>
        <translation>%1, billigste</translation>
    </message>
    <message>
        <source>%1, cheapest of %2</source>
        <translation>%1, billigste von %2</translation>
    </message>
    <message>
        <source>Rule %1 cannot be used; what comes after it is not counted.</source>
        <translation>Regel %1 ist nicht anwendbar; was danach kommt, wird nicht gezählt.</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt…</translation>
    </message>
    <message>
        <source>Not counted</source>
        <translation>Nicht gezählt</translation>
    </message>
    <message>
        <source>Every non-zero is taken by a rule.</source>
        <translation>Jede Nichtnull wird von einer Regel genommen.</translation>
    </message>
    <message>
        <source>%1 of %2 taken by no rule, the first in row %3.</source>
        <translation>%1 von %2 von keiner Regel genommen, die erste in Zeile %3.</translation>
    </message>
    <message>
        <source>non-zero</source>
        <translation>Nichtnull</translation>
    </message>
    <message>
        <source>non-zeros</source>
        <translation>Nichtnullen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Title of the rules</source>
        <translation>Titel der Regeln</translation>
    </message>
    <message>
        <source>Rule %1</source>
        <translation>Regel %1</translation>
    </message>
    <message>
        <source>Add a rule</source>
        <translation>Regel hinzufügen</translation>
    </message>
    <message>
        <source>Take the rest</source>
        <translation>Den Rest nehmen</translation>
    </message>
    <message>
        <source>Remove a rule</source>
        <translation>Regel entfernen</translation>
    </message>
    <message>
        <source>Move a rule</source>
        <translation>Regel bewegen</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 lesen</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>%1 speichern</translation>
    </message>
    <message>
        <source>Saved the rules as %1</source>
        <translation>Regeln als %1 gespeichert</translation>
    </message>
    <message>
        <source>Rules of the shown plan</source>
        <translation>Regeln des gezeigten Plans</translation>
    </message>
    <message>
        <source>Rule %1: %2</source>
        <translation>Regel %1: %2</translation>
    </message>
    <message>
        <source>Counting what rules take</source>
        <translation>Zählen, was Regeln nehmen</translation>
    </message>
</context>
<context>
    <name>sparsescope::RulesList</name>
    <message>
        <source>Open rewrite rules</source>
        <translation>Ersetzungsregeln öffnen</translation>
    </message>
    <message>
        <source>Rules (*.json);;All files (*)</source>
        <translation>Regeln (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the rewrite rules</source>
        <translation>Ersetzungsregeln speichern</translation>
    </message>
    <message>
        <source>Rules (*.json)</source>
        <translation>Regeln (*.json)</translation>
    </message>
    <message>
        <source>&amp;Add a rule</source>
        <translation>Regel &amp;hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Remove the rule</source>
        <translation>Regel &amp;entfernen</translation>
    </message>
    <message>
        <source>Move the rule &amp;up</source>
        <translation>Regel nach &amp;oben</translation>
    </message>
    <message>
        <source>Move the rule &amp;down</source>
        <translation>Regel nach &amp;unten</translation>
    </message>
    <message>
        <source>&amp;Take the rest as CSR</source>
        <translation>Den Rest als &amp;CSR nehmen</translation>
    </message>
    <message>
        <source>U&amp;ndo a change of the rules</source>
        <translation>Änderung der Regeln zurück&amp;nehmen</translation>
    </message>
    <message>
        <source>Red&amp;o a change of the rules</source>
        <translation>Änderung der Regeln &amp;wiederholen</translation>
    </message>
    <message>
        <source>&amp;Open rules…</source>
        <translation>Regeln ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>&amp;Save the rules as…</source>
        <translation>Regeln &amp;speichern als…</translation>
    </message>
    <message>
        <source>Rules of the shown &amp;plan</source>
        <translation>Regeln des gezeigten &amp;Plans</translation>
    </message>
    <message>
        <source>Search &amp;by these rules</source>
        <translation>Nach &amp;diesen Regeln suchen</translation>
    </message>
    <message>
        <source>Rewrite rules: a title</source>
        <translation>Ersetzungsregeln: ein Titel</translation>
    </message>
    <message>
        <source>Title of the rules</source>
        <translation>Titel der Regeln</translation>
    </message>
    <message>
        <source>What these rules are; it stands in their file</source>
        <translation>Was diese Regeln sind; es steht in ihrer Datei</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Open rules from a file</source>
        <translation>Regeln aus einer Datei öffnen</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Save the rules as a file</source>
        <translation>Regeln als Datei speichern</translation>
    </message>
    <message>
        <source>Rewrite rules</source>
        <translation>Ersetzungsregeln</translation>
    </message>
    <message>
        <source>What no rule takes</source>
        <translation>Was keine Regel nimmt</translation>
    </message>
    <message>
        <source>Take the rest</source>
        <translation>Den Rest nehmen</translation>
    </message>
    <message>
        <source>A last rule: CSR takes all that is left</source>
        <translation>Eine letzte Regel: CSR nimmt alles, was übrig ist</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a rule (Insert)</source>
        <translation>Regel hinzufügen (Einfg)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the rule (Delete)</source>
        <translation>Regel entfernen (Entf)</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Auf</translation>
    </message>
    <message>
        <source>Move the rule up, so that it takes earlier (Alt+Up)</source>
        <translation>Regel nach oben, damit sie früher nimmt (Alt+Auf)</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>Move the rule down, so that it takes later (Alt+Down)</source>
        <translation>Regel nach unten, damit sie später nimmt (Alt+Ab)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo a change of the rules (Ctrl+Z)</source>
        <translation>Änderung der Regeln zurücknehmen (Strg+Z)</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Redo a change of the rules (Ctrl+Shift+Z)</source>
        <translation>Änderung der Regeln wiederholen (Strg+Umschalt+Z)</translation>
    </message>
</context>
<context>
    <name>sparsescope::RulesModel</name>
    <message>
        <source>Takes %1 of the %2 of the matrix.</source>
        <translation>Nimmt %1 der %2 der Matrix.</translation>
    </message>
    <message>
        <source>non-zero</source>
        <translation>Nichtnull</translation>
    </message>
    <message>
        <source>non-zeros</source>
        <translation>Nichtnullen</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>takes</source>
        <translation>nimmt</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
</context>
<context>
    <name>sparsescope::RunDialog</name>
    <message>
        <source>Try &amp;variants of the kernel</source>
        <translation>Kernel&amp;varianten probieren</translation>
    </message>
    <message>
        <source>Read hardware &amp;counters</source>
        <translation>&amp;Hardwarezähler lesen</translation>
    </message>
    <message>
        <source>Run options</source>
        <translation>Optionen des Laufs</translation>
    </message>
    <message>
        <source>How many runs are timed; their median is what is shown</source>
        <translation>Wie viele Läufe gemessen werden; gezeigt wird ihr Median</translation>
    </message>
    <message>
        <source>&amp;Timed runs</source>
        <translation>&amp;Gemessene Läufe</translation>
    </message>
    <message>
        <source>Where the random values of the dense operands begin, of runs and of checks on the CPU</source>
        <translation>Wo die Zufallswerte der dichten Operanden beginnen, bei Läufen und Prüfungen auf der CPU</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>&amp;Startwert</translation>
    </message>
    <message>
        <source>Of the file, if they fit</source>
        <translation>Aus der Datei, wenn sie passen</translation>
    </message>
    <message>
        <source>Of the file</source>
        <translation>Aus der Datei</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>All 1</source>
        <translation>Alle 1</translation>
    </message>
    <message>
        <source>Those of the matrix, in runs and checks on the CPU; if the data type cannot hold them or the results, random ones</source>
        <translation>Die der Matrix, bei Läufen und Prüfungen auf der CPU; kann der Datentyp sie oder die Ergebnisse nicht halten, zufällige</translation>
    </message>
    <message>
        <source>Va&amp;lues</source>
        <translation>&amp;Werte</translation>
    </message>
    <message>
        <source>And another split of the dense loop; the fastest is kept</source>
        <translation>Und eine andere Teilung der dichten Schleife; die schnellste bleibt</translation>
    </message>
    <message>
        <source>&amp;Raced against</source>
        <translation>Im &amp;Rennen gegen</translation>
    </message>
    <message>
        <source>What the plan is raced against</source>
        <translation>Wogegen der Plan antritt</translation>
    </message>
    <message>
        <source>Add a &amp;kernel of your own…</source>
        <translation>Eigenen &amp;Kernel hinzufügen…</translation>
    </message>
    <message>
        <source>A shared library with the five C functions of sparsescope_kernel.h</source>
        <translation>Eine Shared Library mit den fünf C-Funktionen aus sparsescope_kernel.h</translation>
    </message>
    <message>
        <source>Add a kernel of your own</source>
        <translation>Eigenen Kernel hinzufügen</translation>
    </message>
    <message>
        <source>Shared libraries (*.so);;All files (*)</source>
        <translation>Shared Libraries (*.so);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>As planned: %1</source>
        <translation>Wie geplant: %1</translation>
    </message>
    <message>
        <source>As planned</source>
        <translation>Wie geplant</translation>
    </message>
    <message>
        <source>Of the members of a mask: unordered, they stand as blocks find them; ordered, ascending, the same in every run</source>
        <translation>Der Mitglieder einer Maske: ungeordnet stehen sie, wie Blöcke sie finden; geordnet aufsteigend, in jedem Lauf gleich</translation>
    </message>
    <message>
        <source>&amp;Index</source>
        <translation>&amp;Index</translation>
    </message>
    <message>
        <source>After so many masks the pairing is chosen anew, by the last one; 0: never</source>
        <translation>Nach so vielen Masken wird die Paarung neu gewählt, nach der letzten; 0: nie</translation>
    </message>
    <message>
        <source>Choose &amp;anew after</source>
        <translation>&amp;Neu wählen nach</translation>
    </message>
    <message>
        <source>Measure e&amp;very pairing on every mask</source>
        <translation>&amp;Jede Paarung auf jeder Maske messen</translation>
    </message>
    <message>
        <source>The best of each mask is what the dynamic plan is held against; takes long</source>
        <translation>Die beste jeder Maske ist, woran der dynamische Plan gemessen wird; dauert lange</translation>
    </message>
</context>
<context>
    <name>sparsescope::ScatterPage</name>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>Branch %1</source>
        <translation>Zweig %1</translation>
    </message>
    <message>
        <source>L2 traffic</source>
        <translation>L2-Verkehr</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Instruktionen</translation>
    </message>
    <message>
        <source>Call by graph</source>
        <translation>Aufruf nach Graph</translation>
    </message>
    <message>
        <source>Call by tiles</source>
        <translation>Aufruf nach Tiles</translation>
    </message>
    <message>
        <source>Dashed: as predicted. Branches of a graph are cases of one kernel: a branch&apos;s time is that of its blocks in situ, added up; counters are of the whole kernel.</source>
        <translation>Gestrichelt: wie vorhergesagt. Zweige eines Graphen sind cases eines Kernels: die Zeit eines Zweigs ist die Summe seiner Blöcke in situ; Zähler gelten dem ganzen Kernel.</translation>
    </message>
    <message>
        <source>Figures of the cost model</source>
        <translation>Zahlen des Kostenmodells</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>Was verglichen wird</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Show all points (double click)</source>
        <translation>Alle Punkte zeigen (Doppelklick)</translation>
    </message>
    <message>
        <source>measured over predicted</source>
        <translation>gemessen durch vorhergesagt</translation>
    </message>
    <message>
        <source>Residuals: 1x is as predicted, 2x took twice as long</source>
        <translation>Residuen: 1x ist wie vorhergesagt, 2x dauerte doppelt so lange</translation>
    </message>
    <message>
        <source>r</source>
        <translation>r</translation>
    </message>
    <message>
        <source>Pearson&apos;s correlation</source>
        <translation>Korrelation nach Pearson</translation>
    </message>
    <message>
        <source>RMSE</source>
        <translation>RMSE</translation>
    </message>
    <message>
        <source>Root of the mean squared difference</source>
        <translation>Wurzel der mittleren quadratischen Abweichung</translation>
    </message>
    <message>
        <source>median error</source>
        <translation>Medianfehler</translation>
    </message>
    <message>
        <source>Median of |measured - predicted| / measured</source>
        <translation>Median von |gemessen - vorhergesagt| / gemessen</translation>
    </message>
    <message>
        <source>points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Measured tiles (saturated), sub-tasks (in situ), or kinds of tile</source>
        <translation>Gemessene Tiles (gesättigt), Teilaufgaben (in situ) oder Arten von Tiles</translation>
    </message>
    <message>
        <source>fitted line</source>
        <translation>Gerade</translation>
    </message>
    <message>
        <source>Least squares of the logarithms: measured = factor x predicted ^ exponent</source>
        <translation>Kleinste Quadrate der Logarithmen: gemessen = Faktor x vorhergesagt ^ Exponent</translation>
    </message>
    <message>
        <source>Filled points: copies of the sub-task fill the GPU</source>
        <translation>Gefüllte Punkte: Kopien der Teilaufgabe füllen die GPU</translation>
    </message>
    <message>
        <source>in situ</source>
        <translation>in situ</translation>
    </message>
    <message>
        <source>Open points: inside the fused kernel, time shared out among the blocks on an SM</source>
        <translation>Offene Punkte: im fusionierten Kernel, Zeit auf die Blöcke eines SM aufgeteilt</translation>
    </message>
    <message>
        <source>time by branch</source>
        <translation>Zeit nach Zweigen</translation>
    </message>
    <message>
        <source>bytes by kind</source>
        <translation>Bytes nach Arten</translation>
    </message>
    <message>
        <source>cost and time</source>
        <translation>Kosten und Zeit</translation>
    </message>
    <message>
        <source>bytes of the kernel</source>
        <translation>Bytes des Kernels</translation>
    </message>
    <message>
        <source>FLOPs by kind</source>
        <translation>FLOPs nach Arten</translation>
    </message>
    <message>
        <source>saturated</source>
        <translation>gesättigt</translation>
    </message>
    <message>
        <source>branches</source>
        <translation>Zweige</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>kinds</source>
        <translation>Arten</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>Tiles</translation>
    </message>
    <message>
        <source>kinds of tile</source>
        <translation>Arten von Tiles</translation>
    </message>
    <message>
        <source>sub-tasks</source>
        <translation>Teilaufgaben</translation>
    </message>
    <message>
        <source>This run has no counters of single kinds of tile.</source>
        <translation>Dieser Lauf hat keine Zähler einzelner Arten von Tiles.</translation>
    </message>
    <message>
        <source>Dashed: as predicted. Solid and dotted: fitted to saturated and in situ.</source>
        <translation>Gestrichelt: wie vorhergesagt. Durchgezogen und gepunktet: angepasst an gesättigt und in situ.</translation>
    </message>
    <message>
        <source>Dashed: as predicted. Solid: fitted. A point is a kind of tile launched alone.</source>
        <translation>Gestrichelt: wie vorhergesagt. Durchgezogen: angepasst. Ein Punkt ist eine allein gestartete Art von Tile.</translation>
    </message>
    <message>
        <source> Of %1 alone, saturated: r %2, RMSE %3, %4; STile&apos;s figure 14 has r %5, RMSE %6, %7, on an A100.</source>
        <translation> Von %1 allein, gesättigt: r %2, RMSE %3, %4; STiles Abbildung 14 hat r %5, RMSE %6, %7, auf einer A100.</translation>
    </message>
    <message>
        <source>tile</source>
        <translation>Tile</translation>
    </message>
    <message>
        <source>sub-task</source>
        <translation>Teilaufgabe</translation>
    </message>
    <message>
        <source>measured = %1 x predicted ^ %2</source>
        <translation>gemessen = %1 x vorhergesagt ^ %2</translation>
    </message>
    <message>
        <source>Whose costs</source>
        <translation>Wessen Kosten</translation>
    </message>
    <message>
        <source>Costs that stand beside what was measured: those that the plan was made with, or others</source>
        <translation>Kosten, die neben dem Gemessenen stehen: die, mit denen der Plan entstand, oder andere</translation>
    </message>
    <message>
        <source>costs of the plan: %1</source>
        <translation>Kosten des Plans: %1</translation>
    </message>
    <message>
        <source>costs of %1</source>
        <translation>Kosten von %1</translation>
    </message>
    <message>
        <source>Predicting with other costs</source>
        <translation>Mit anderen Kosten vorhersagen</translation>
    </message>
</context>
<context>
    <name>sparsescope::ScatterView</name>
    <message>
        <source>Predicted cost against measured time</source>
        <translation>Vorhergesagte Kosten gegen gemessene Zeit</translation>
    </message>
    <message>
        <source>as predicted</source>
        <translation>wie vorhergesagt</translation>
    </message>
    <message>
        <source>predicted cost of a sub-task</source>
        <translation>vorhergesagte Kosten einer Teilaufgabe</translation>
    </message>
    <message>
        <source>predicted cost of a branch&apos;s blocks</source>
        <translation>vorhergesagte Kosten der Blöcke eines Zweigs</translation>
    </message>
    <message>
        <source>predicted FLOPs of a kind of tile</source>
        <translation>vorhergesagte FLOPs einer Art von Tile</translation>
    </message>
    <message>
        <source>predicted bytes of the kernel</source>
        <translation>vorhergesagte Bytes des Kernels</translation>
    </message>
    <message>
        <source>predicted bytes of a kind of tile</source>
        <translation>vorhergesagte Bytes einer Art von Tile</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>%1 over predicted</source>
        <translation>%1 durch vorhergesagt</translation>
    </message>
    <message>
        <source>Drawing points</source>
        <translation>Punkte zeichnen</translation>
    </message>
    <message>
        <source>cost of a sub-task by %1</source>
        <translation>Kosten einer Teilaufgabe nach %1</translation>
    </message>
</context>
<context>
    <name>sparsescope::SceneView</name>
    <message>
        <source>Picture of the lesson</source>
        <translation>Bild der Lektion</translation>
    </message>
</context>
<context>
    <name>sparsescope::ScheduleEdit</name>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>Write the steps of the schedule</source>
        <translation>Schritte des Schedules schreiben</translation>
    </message>
    <message>
        <source>Schedule, a step a line</source>
        <translation>Schedule, ein Schritt je Zeile</translation>
    </message>
    <message>
        <source>A step a line: split i 2</source>
        <translation>Ein Schritt je Zeile: split i 2</translation>
    </message>
    <message>
        <source>Add a step</source>
        <translation>Schritt hinzufügen</translation>
    </message>
    <message>
        <source>One that is legal behind those that are there</source>
        <translation>Einer, der hinter den vorhandenen zulässig ist</translation>
    </message>
    <message>
        <source>None is legal here</source>
        <translation>Hier ist keiner zulässig</translation>
    </message>
</context>
<context>
    <name>sparsescope::SchedulePage</name>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>last block ends</source>
        <translation>letzter Block endet</translation>
    </message>
    <message>
        <source>From the first block to the end of the last one</source>
        <translation>Vom ersten Block bis zum Ende des letzten</translation>
    </message>
    <message>
        <source>busiest SM</source>
        <translation>meistbelegter SM</translation>
    </message>
    <message>
        <source>Time in which at least one block is on that SM</source>
        <translation>Zeit, in der mindestens ein Block auf diesem SM ist</translation>
    </message>
    <message>
        <source>mean SM</source>
        <translation>mittlerer SM</translation>
    </message>
    <message>
        <source>The same, mean over all SMs</source>
        <translation>Dasselbe, Mittel über alle SMs</translation>
    </message>
    <message>
        <source>imbalance</source>
        <translation>Ungleichheit</translation>
    </message>
    <message>
        <source>Busiest SM over mean SM: 1 is perfect</source>
        <translation>Meistbelegter SM zum mittleren: 1 ist perfekt</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>Part of the SMs&apos; time, until the last block ends, in which nothing is on them</source>
        <translation>Anteil der Zeit der SMs, bis der letzte Block endet, in der nichts auf ihnen ist</translation>
    </message>
    <message>
        <source>tail</source>
        <translation>Auslauf</translation>
    </message>
    <message>
        <source>From the moment at which the first SM has nothing left until the last block ends</source>
        <translation>Vom Moment, in dem der erste SM nichts mehr hat, bis der letzte Block endet</translation>
    </message>
    <message>
        <source>idle SMs</source>
        <translation>untätige SMs</translation>
    </message>
    <message>
        <source>SMs that get no block at all</source>
        <translation>SMs, die gar keinen Block bekommen</translation>
    </message>
    <message>
        <source>blocks an SM</source>
        <translation>Blöcke je SM</translation>
    </message>
    <message>
        <source>The most blocks that are on one SM at the same moment</source>
        <translation>Die meisten Blöcke, die zugleich auf einem SM sind</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>error in situ</source>
        <translation>Fehler in situ</translation>
    </message>
    <message>
        <source>Colour of the blocks</source>
        <translation>Farbe der Blöcke</translation>
    </message>
    <message>
        <source>Whole call</source>
        <translation>Ganzer Aufruf</translation>
    </message>
    <message>
        <source>Launch, zeroing and conversion too (0, or double click)</source>
        <translation>Auch Start, Nullsetzen und Konvertierung (0, oder Doppelklick)</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>From the first block to the end of the last one (K)</source>
        <translation>Vom ersten Block bis zum Ende des letzten (K)</translation>
    </message>
    <message>
        <source>Wheel: time. Ctrl + wheel: SMs. Drag: pan. Arrows: next block.</source>
        <translation>Rad: Zeit. Strg + Rad: SMs. Ziehen: verschieben. Pfeile: nächster Block.</translation>
    </message>
    <message>
        <source>0 on the axis is the first block&apos;s start; launches before it take what empty kernels take.
Predicted: longest first onto the least loaded SM, one after the other.
Measured: clocks of each SM, which begin with its own first block. Blocks share an SM, so that one takes
longer on it than its cost.</source>
        <translation>0 auf der Achse ist der Start des ersten Blocks; Starts davor dauern, was leere Kernel dauern.
Vorhergesagt: der längste zuerst auf den am wenigsten belegten SM, einer nach dem anderen.
Gemessen: Uhren jedes SM, die mit dessen erstem Block beginnen. Blöcke teilen sich einen SM, sodass einer
darauf länger dauert als seine Kosten.</translation>
    </message>
    <message>
        <source>Figures of the schedule</source>
        <translation>Zahlen des Zeitplans</translation>
    </message>
    <message>
        <source>Putting blocks in order</source>
        <translation>Blöcke ordnen</translation>
    </message>
    <message>
        <source>%1 of %2 blocks were kept: the balance of all is not known.</source>
        <translation>%1 von %2 Blöcken wurden behalten: die Verteilung aller ist nicht bekannt.</translation>
    </message>
    <message>
        <source>The busiest SM works %1 as long as the mean one (predicted %2); SMs are idle %3 of the time.</source>
        <translation>Der meistbelegte SM arbeitet %1 so lange wie der mittlere (vorhergesagt %2); SMs sind %3 der Zeit untätig.</translation>
    </message>
    <message>
        <source>Not known: the blocks are a sample</source>
        <translation>Unbekannt: die Blöcke sind eine Stichprobe</translation>
    </message>
    <message>
        <source>, on SM %1</source>
        <translation>, auf SM %1</translation>
    </message>
    <message>
        <source>, SM %1</source>
        <translation>, SM %1</translation>
    </message>
    <message>
        <source>, %1 of the whole</source>
        <translation>, %1 des Ganzen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>sparsescope::SchedulePanel</name>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>Steps that change how it runs, never what it computes.</source>
        <translation>Schritte, die ändern, wie es läuft, nie, was es berechnet.</translation>
    </message>
    <message>
        <source>Add a step</source>
        <translation>Schritt hinzufügen</translation>
    </message>
    <message>
        <source>Add a step that is legal here</source>
        <translation>Einen Schritt hinzufügen, der hier zulässig ist</translation>
    </message>
    <message>
        <source>Move the step up (Alt+Up)</source>
        <translation>Schritt nach oben (Alt+Auf)</translation>
    </message>
    <message>
        <source>Move the step down (Alt+Down)</source>
        <translation>Schritt nach unten (Alt+Ab)</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Leave the step out, or take it again (Ctrl+/)</source>
        <translation>Schritt auslassen oder wieder nehmen (Strg+/)</translation>
    </message>
    <message>
        <source>Default schedule</source>
        <translation>Standard-Schedule</translation>
    </message>
    <message>
        <source>Write the steps that the plan&apos;s kernels have where nobody wrote a schedule</source>
        <translation>Die Schritte schreiben, welche die Kernel des Plans haben, wo niemand einen Schedule schrieb</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation>Zeile %1, Spalte %2: %3</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>all iterations</source>
        <translation>alle Iterationen</translation>
    </message>
</context>
<context>
    <name>sparsescope::ScheduleText</name>
    <message>
        <source>Schedule</source>
        <translation>Schedule</translation>
    </message>
    <message>
        <source>No steps yet: the program runs as it is lowered. Add one, or write it here.</source>
        <translation>Noch keine Schritte: das Programm läuft, wie es abgesenkt wird. Einen hinzufügen oder hier schreiben.</translation>
    </message>
</context>
<context>
    <name>sparsescope::ScheduleView</name>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>measured, recorded</source>
        <translation>gemessen, aufgezeichnet</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>a sample of %1 of %2 blocks</source>
        <translation>eine Stichprobe von %1 aus %2 Blöcken</translation>
    </message>
    <message>
        <source>Being put in order …</source>
        <translation>Wird geordnet …</translation>
    </message>
    <message>
        <source>mean SM %1</source>
        <translation>mittlerer SM %1</translation>
    </message>
    <message>
        <source>ends %1</source>
        <translation>endet %1</translation>
    </message>
    <message>
        <source>SM 0</source>
        <translation>SM 0</translation>
    </message>
    <message>
        <source>in situ 4x slower than predicted</source>
        <translation>in situ 4x langsamer als vorhergesagt</translation>
    </message>
    <message>
        <source>4x faster</source>
        <translation>4x schneller</translation>
    </message>
    <message>
        <source>Schedule of thread blocks on SMs, predicted and measured</source>
        <translation>Zeitplan der Threadblöcke auf den SMs, vorhergesagt und gemessen</translation>
    </message>
    <message>
        <source>tile %1, part %2: %3
SM %4, %5 to %6: %7</source>
        <translation>Tile %1, Teil %2: %3
SM %4, %5 bis %6: %7</translation>
    </message>
    <message>
        <source> on the SM</source>
        <translation> auf dem SM</translation>
    </message>
    <message>
        <source>
its share of the SM %1, predicted %2</source>
        <translation>
sein Anteil am SM %1, vorhergesagt %2</translation>
    </message>
    <message>
        <source>%1, %2: %3
%4</source>
        <translation>%1, %2: %3
%4</translation>
    </message>
</context>
<context>
    <name>sparsescope::SearchCurves</name>
    <message>
        <source>sum of costs</source>
        <translation>Gesamtkosten</translation>
    </message>
    <message>
        <source>covered</source>
        <translation>abgedeckt</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>Padding</translation>
    </message>
    <message>
        <source>split rows</source>
        <translation>geteilte Zeilen</translation>
    </message>
    <message>
        <source>Sum of costs, covered non-zeros, padding and share of tiles with split rows over the steps of the search</source>
        <translation>Summe der Kosten, abgedeckte Nichtnullen, Padding und Anteil der Tiles mit geteilten Zeilen über den Schritten der Suche</translation>
    </message>
    <message>
        <source>tiles chosen</source>
        <translation>gewählte Tiles</translation>
    </message>
</context>
<context>
    <name>sparsescope::SearchPage</name>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>Hist&amp;ory of the search</source>
        <translation>&amp;Geschichte der Suche</translation>
    </message>
    <message>
        <source>Re&amp;write rules</source>
        <translation>E&amp;rsetzungsregeln</translation>
    </message>
    <message>
        <source>&amp;Edit the rules</source>
        <translation>Regeln &amp;bearbeiten</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Ctrl + D  M  ⌫</source>
        <translation>Strg + D  M  ⌫</translation>
    </message>
    <message>
        <source>split, merge, delete the tile</source>
        <translation>das Tile teilen, vereinen, löschen</translation>
    </message>
    <message>
        <source>Ctrl + Shift + 1 … 4</source>
        <translation>Strg + Umschalt + 1 … 4</translation>
    </message>
    <message>
        <source>store it as block, ELL, 1D, CSR</source>
        <translation>als Block, ELL, 1D, CSR ablegen</translation>
    </message>
    <message>
        <source>Ctrl + (Shift +) Z</source>
        <translation>Strg + (Umschalt +) Z</translation>
    </message>
    <message>
        <source>undo, redo a change of the plan, the rules, the graph</source>
        <translation>eine Änderung am Plan, an Regeln, am Graphen zurücknehmen, wiederholen</translation>
    </message>
    <message>
        <source>Insert  Delete  Alt + ↑ ↓</source>
        <translation>Einfg  Entf  Alt + ↑ ↓</translation>
    </message>
    <message>
        <source>in rules, in a graph: add, remove, move one</source>
        <translation>in Regeln, in einem Graphen: hinzufügen, entfernen, bewegen</translation>
    </message>
    <message>
        <source>Alt + Enter</source>
        <translation>Alt + Eingabe</translation>
    </message>
    <message>
        <source>in a graph: what else may stand there</source>
        <translation>in einem Graphen: was sonst dort stehen kann</translation>
    </message>
    <message>
        <source>↑ ↓  Enter  Ctrl + C</source>
        <translation>↑ ↓  Eingabe  Strg + C</translation>
    </message>
    <message>
        <source>in the history: pick, plan, copy a graph</source>
        <translation>in der Geschichte: einen Graphen auswählen, planen, kopieren</translation>
    </message>
    <message>
        <source>One plan for all masks</source>
        <translation>Ein Plan für alle Masken</translation>
    </message>
    <message>
        <source>Planner sparda looks at a few of the masks and chooses a pairing of micro-tile and dense tile for all of them (algorithm 2), or the dense product. After a search (Ctrl+R) Pairings lists each that there is: what it stores and takes, and why it was not chosen.</source>
        <translation>Der Planer sparda sieht einige der Masken an und wählt für alle eine Paarung aus Micro-Tile und dichtem Tile (Algorithmus 2), oder das dichte Produkt. Nach einer Suche (Strg+R) nennt Paarungen jede, die es gibt: was sie speichert und dauert, und warum sie nicht gewählt wurde.</translation>
    </message>
    <message>
        <source>A search cuts the matrix into tiles</source>
        <translation>Eine Suche zerlegt die Matrix in Tiles</translation>
    </message>
    <message>
        <source>Space plays it, a comma and a full stop step back and on. Beside the curves stands why this tile: the arithmetic of its round, and what lost. Edit changes tiles, Costs changes the model, and both say at once what it would cost.</source>
        <translation>Die Leertaste spielt sie ab, Komma und Punkt gehen zurück und weiter. Neben den Kurven steht, warum dieses Tile: die Rechnung seiner Runde, und was verlor. Bearbeiten ändert Tiles, Kosten ändert das Modell, und beide sagen sofort, was es kosten würde.</translation>
    </message>
    <message>
        <source>A format as a graph</source>
        <translation>Ein Format als Graph</translation>
    </message>
    <message>
        <source>For SpMV, format and kernel may be designed node by node (AlphaSparse). A card is a node: change its numbers, add one with +, and it is planned at once. Beside it stand all arrays after the node that is chosen, and the kernel&apos;s page marks the lines that it wrote.</source>
        <translation>Für SpMV lassen sich Format und Kernel Knoten für Knoten entwerfen (AlphaSparse). Eine Karte ist ein Knoten: Zahlen ändern, mit + einen hinzufügen, und sofort wird geplant. Daneben stehen alle Arrays nach dem gewählten Knoten, und die Seite Kernel markiert die Zeilen, die er schrieb.</translation>
    </message>
    <message>
        <source>What a search among graphs tried</source>
        <translation>Was eine Suche unter Graphen versuchte</translation>
    </message>
    <message>
        <source>Planner alphasparse keeps every graph that it measured or predicted: its time, what it was changed from, and what became of it. A click plans that graph on the canvas; Space plays them all. The tab is there where a plan has such a history.</source>
        <translation>Der Planer alphasparse behält jeden Graphen, den er maß oder vorhersagte: seine Zeit, woraus er entstand, und was aus ihm wurde. Ein Klick plant diesen Graphen auf der Zeichenfläche; die Leertaste spielt alle ab. Den Tab gibt es, wo ein Plan eine solche Geschichte hat.</translation>
    </message>
    <message>
        <source>the rewrite rules</source>
        <translation>die Ersetzungsregeln</translation>
    </message>
    <message>
        <source>Looking for unsaved rules</source>
        <translation>Nach ungespeicherten Regeln sehen</translation>
    </message>
    <message>
        <source>The rewrite rules are not kept safe any more: %1. Save them to keep them.</source>
        <translation>Die Ersetzungsregeln werden nicht mehr aufbewahrt: %1. Speichern, um sie zu behalten.</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>rewrite rules</source>
        <translation>Ersetzungsregeln</translation>
    </message>
    <message>
        <source>the rewrite rules %1</source>
        <translation>die Ersetzungsregeln %1</translation>
    </message>
    <message>
        <source>Sparsescope ended unexpectedly: %1 were in no file, %2</source>
        <translation>Sparsescope endete unerwartet: %1 waren in keiner Datei, %2</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Restoring the rules</source>
        <translation>Regeln wiederherstellen</translation>
    </message>
    <message>
        <source>Restore the rules</source>
        <translation>Regeln wiederherstellen</translation>
    </message>
    <message>
        <source>Restored the rules: Search, tab Rules</source>
        <translation>Regeln wiederhergestellt: Suchen, Tab Regeln</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Watch the search choose tiles</source>
        <translation>Zusehen, wie die Suche Tiles wählt</translation>
    </message>
    <message>
        <source>Parts of the search</source>
        <translation>Teile der Suche</translation>
    </message>
    <message>
        <source>Why this tile</source>
        <translation>Warum dieses Tile</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Why this tile: the arithmetic of the choice, and who lost</source>
        <translation>Warum dieses Tile: die Rechnung der Wahl, und wer verlor</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>What if the selected tile were split, merged, stored otherwise or deleted</source>
        <translation>Was wäre, wenn das ausgewählte Tile geteilt, vereint, anders abgelegt oder gelöscht würde</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>What if the calibration&apos;s costs were others</source>
        <translation>Was wäre, wenn die Kosten der Kalibrierung andere wären</translation>
    </message>
    <message>
        <source>Planner</source>
        <translation>Planer</translation>
    </message>
    <message>
        <source>The options of the next search</source>
        <translation>Die Optionen der nächsten Suche</translation>
    </message>
    <message>
        <source>Formats by rewrite rules of your own (SparseTIR appendix A)</source>
        <translation>Formate nach eigenen Ersetzungsregeln (SparseTIR Anhang A)</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>A format and its kernel as a graph of nodes (AlphaSparse section IV)</source>
        <translation>Ein Format und sein Kernel als Graph von Knoten (AlphaSparse Abschnitt IV)</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Geschichte</translation>
    </message>
    <message>
        <source>Every graph that the search measured or predicted (AlphaSparse section VI)</source>
        <translation>Jeder Graph, den die Suche maß oder vorhersagte (AlphaSparse Abschnitt VI)</translation>
    </message>
    <message>
        <source>Pairings</source>
        <translation>Paarungen</translation>
    </message>
    <message>
        <source>Every pairing of micro-tile and dense tile that was looked at (SparDA algorithm 2)</source>
        <translation>Jede Paarung aus Micro-Tile und dichtem Tile, die angesehen wurde (SparDA Algorithmus 2)</translation>
    </message>
    <message>
        <source>Forest</source>
        <translation>Wald</translation>
    </message>
    <message>
        <source>Why this format: what the trees were asked, and what they say (LiteForm&apos;s predictors)</source>
        <translation>Warum dieses Format: was die Bäume gefragt werden, und was sie sagen (LiteForms Prädiktoren)</translation>
    </message>
    <message>
        <source>No planner</source>
        <translation>Kein Planer</translation>
    </message>
    <message>
        <source>Planner: %1</source>
        <translation>Planer: %1</translation>
    </message>
    <message>
        <source>Searching: %1</source>
        <translation>Suche: %1</translation>
    </message>
    <message>
        <source>No search yet</source>
        <translation>Noch keine Suche</translation>
    </message>
    <message>
        <source>A search cuts the matrix into tiles, the cheapest per non-zero first. Start one above; its steps can be replayed here.</source>
        <translation>Eine Suche zerlegt die Matrix in Tiles, das je Nichtnull billigste zuerst. Oben eine starten; ihre Schritte lassen sich hier abspielen.</translation>
    </message>
    <message>
        <source>By the dynamic plan</source>
        <translation>Nach dem dynamischen Plan</translation>
    </message>
    <message>
        <source>What the dynamic plan makes of this mask: %1. Every mask is cut into tiles by the same rule, which was chosen before it was known.</source>
        <translation>Was der dynamische Plan aus dieser Maske macht: %1. Jede Maske wird nach derselben Regel in Tiles zerlegt, die gewählt wurde, bevor sie bekannt war.</translation>
    </message>
    <message>
        <source>the dense product, which is predicted to be faster than all pairings</source>
        <translation>das dichte Produkt, das laut Vorhersage schneller ist als alle Paarungen</translation>
    </message>
    <message>
        <source>Changed by hand</source>
        <translation>Von Hand geändert</translation>
    </message>
    <message>
        <source>This plan was changed by hand, so that not every tile of it was chosen by a search. Why the others were stands with the plan that it was made from, which is still in the list of plans.</source>
        <translation>Dieser Plan wurde von Hand geändert, daher wurde nicht jedes seiner Tiles von einer Suche gewählt. Warum die anderen gewählt wurden, steht bei dem Plan, aus dem er entstand; er ist noch in der Liste der Pläne.</translation>
    </message>
    <message>
        <source>No trace</source>
        <translation>Keine Aufzeichnung</translation>
    </message>
    <message>
        <source>This plan came without the record of its search. Its tiles are in the order in which they were chosen and can be stepped through; which candidates lost is not known. Search again to see them.</source>
        <translation>Dieser Plan kam ohne Aufzeichnung seiner Suche. Seine Tiles sind in der Reihenfolge, in der sie gewählt wurden, und lassen sich durchgehen; welche Kandidaten verloren, ist nicht bekannt. Erneut suchen, um sie zu sehen.</translation>
    </message>
    <message>
        <source>No rounds</source>
        <translation>Keine Runden</translation>
    </message>
    <message>
        <source>round %1 of %2, level %3</source>
        <translation>Runde %1 von %2, Level %3</translation>
    </message>
    <message>
        <source>Before the first tile: %1</source>
        <translation>Vor dem ersten Tile: %1</translation>
    </message>
    <message>
        <source>Tile %1, %2</source>
        <translation>Tile %1, %2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>End the search and keep what it found (Ctrl+.); once more drops it</source>
        <translation>Suche beenden und das Gefundene behalten (Strg+.); noch einmal verwirft es</translation>
    </message>
    <message>
        <source>Search a plan by these rules (Ctrl+R)</source>
        <translation>Einen Plan nach diesen Regeln suchen (Strg+R)</translation>
    </message>
    <message>
        <source>Search again: another plan (Ctrl+R)</source>
        <translation>Erneut suchen: ein anderer Plan (Strg+R)</translation>
    </message>
    <message>
        <source>Search a plan (Ctrl+R)</source>
        <translation>Einen Plan suchen (Strg+R)</translation>
    </message>
    <message>
        <source>Keeping what was found: the rest gets simple tiles</source>
        <translation>Gefundenes wird behalten: der Rest bekommt einfache Tiles</translation>
    </message>
    <message>
        <source>, %1 left</source>
        <translation>, noch %1</translation>
    </message>
</context>
<context>
    <name>sparsescope::SearchTimePlot</name>
    <message>
        <source>Search time against run time</source>
        <translation>Suchzeit gegen Laufzeit</translation>
    </message>
    <message>
        <source>search time</source>
        <translation>Suchzeit</translation>
    </message>
    <message>
        <source>one run, measured</source>
        <translation>ein Lauf, gemessen</translation>
    </message>
    <message>
        <source>one run, predicted</source>
        <translation>ein Lauf, vorhergesagt</translation>
    </message>
</context>
<context>
    <name>sparsescope::Setup</name>
    <message>
        <source>there is no planner in this program</source>
        <translation>in diesem Programm ist kein Planer</translation>
    </message>
</context>
<context>
    <name>sparsescope::SetupActions</name>
    <message>
        <source>f16, 16 bits: 11 of significand, up to 65,504</source>
        <translation>f16, 16 Bit: Mantisse 11, bis 65,504</translation>
    </message>
    <message>
        <source>bf16, 16 bits: 8 of significand, the range of f32</source>
        <translation>bf16, 16 Bit: Mantisse 8, der Bereich von f32</translation>
    </message>
    <message>
        <source>tf32, stored as f32: 11 bits of significand, the range of f32</source>
        <translation>tf32, gespeichert als f32: Mantisse 11, der Bereich von f32</translation>
    </message>
    <message>
        <source>f32, 32 bits</source>
        <translation>f32, 32 Bit</translation>
    </message>
    <message>
        <source>f64, 64 bits</source>
        <translation>f64, 64 Bit</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>Datentyp</translation>
    </message>
    <message>
        <source>Inner extent</source>
        <translation>Innere Ausdehnung</translation>
    </message>
    <message>
        <source>Dense extent</source>
        <translation>Dichte Ausdehnung</translation>
    </message>
    <message>
        <source>Planner</source>
        <translation>Planer</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>Open a calibration file…</source>
        <translation>Kalibrierungsdatei öffnen…</translation>
    </message>
    <message>
        <source>Another %1…</source>
        <translation>Anderes %1…</translation>
    </message>
    <message>
        <source>Extent of the dense axis %1</source>
        <translation>Ausdehnung der dichten Achse %1</translation>
    </message>
    <message>
        <source>Open a calibration</source>
        <translation>Kalibrierung öffnen</translation>
    </message>
    <message>
        <source>Calibrations (*.json)</source>
        <translation>Kalibrierungen (*.json)</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Another machine…</source>
        <translation>Anderer Rechner…</translation>
    </message>
    <message>
        <source>Machine with a GPU, as ssh names it. Keys, users and jumps are those of ssh&apos;s own
configuration; sparsescope-gpu is sent there where it is not found.</source>
        <translation>Rechner mit GPU, wie ssh ihn nennt. Schlüssel, Benutzer und Sprünge sind die der
ssh-Konfiguration; sparsescope-gpu wird dorthin geschickt, wo es fehlt.</translation>
    </message>
    <message>
        <source>Run on another machine</source>
        <translation>Auf einem anderen Rechner ausführen</translation>
    </message>
    <message>
        <source>Own planner…</source>
        <translation>Eigener Planer…</translation>
    </message>
    <message>
        <source>Cost model</source>
        <translation>Kostenmodell</translation>
    </message>
    <message>
        <source>As calibrated</source>
        <translation>Wie kalibriert</translation>
    </message>
    <message>
        <source>Own cost model…</source>
        <translation>Eigenes Kostenmodell…</translation>
    </message>
    <message>
        <source>Costs of sub-tasks</source>
        <translation>Kosten der Teilaufgaben</translation>
    </message>
    <message>
        <source>A planner of your own, a program</source>
        <translation>Ein eigener Planer, ein Programm</translation>
    </message>
    <message>
        <source>A cost model of your own: coefficients, or a program</source>
        <translation>Ein eigenes Kostenmodell: Koeffizienten oder ein Programm</translation>
    </message>
</context>
<context>
    <name>sparsescope::ShownHistory</name>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>Reading the history of the search</source>
        <translation>Geschichte der Suche lesen</translation>
    </message>
    <message>
        <source>While the search runs its graphs cannot be planned: wait for its end, or cancel it and keep what it found (Ctrl+.)</source>
        <translation>Während die Suche läuft, lassen sich ihre Graphen nicht planen: ihr Ende abwarten, oder sie abbrechen und das Gefundene behalten (Strg+.)</translation>
    </message>
    <message>
        <source>This graph cannot hold the matrix: %1</source>
        <translation>Dieser Graph kann die Matrix nicht halten: %1</translation>
    </message>
    <message>
        <source>evaluation %1</source>
        <translation>Auswertung %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Evaluation %1, %2</source>
        <translation>Auswertung %1, %2</translation>
    </message>
    <message>
        <source>: %1, from %2</source>
        <translation>: %1, aus %2</translation>
    </message>
    <message>
        <source>: %1</source>
        <translation>: %1</translation>
    </message>
    <message>
        <source>%1 %2 (%3 to %4)</source>
        <translation>%1 %2 (%3 bis %4)</translation>
    </message>
    <message>
        <source>measured earlier</source>
        <translation>früher gemessen</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>predicted %1</source>
        <translation>vorhergesagt %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>Temperatur %1</translation>
    </message>
    <message>
        <source>shown on the canvas</source>
        <translation>auf der Zeichenfläche gezeigt</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>evaluations</source>
        <translation>Auswertungen</translation>
    </message>
    <message>
        <source>%1 before them, of a search that lost its GPU</source>
        <translation>%1 davor, von einer Suche, die ihre GPU verlor</translation>
    </message>
    <message>
        <source>times before the phase whole are those of rows with %1 of the non-zeros, longer by as much as the model predicts</source>
        <translation>Zeiten vor der Phase whole sind die von Zeilen mit %1 der Nichtnullen, um so viel länger, wie das Modell vorhersagt</translation>
    </message>
    <message>
        <source>the GPU was lost: %1</source>
        <translation>die GPU ging verloren: %1</translation>
    </message>
    <message>
        <source>%1 of the trace that no search tells so: left out</source>
        <translation>%1 der Aufzeichnung, die keine Suche so erzählt: ausgelassen</translation>
    </message>
    <message>
        <source>event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>events</source>
        <translation>Ereignisse</translation>
    </message>
</context>
<context>
    <name>sparsescope::ShownOrder</name>
    <message>
        <source>rows by length</source>
        <translation>Zeilen nach Länge</translation>
    </message>
    <message>
        <source>columns by length</source>
        <translation>Spalten nach Länge</translation>
    </message>
    <message>
        <source>rows and columns by length</source>
        <translation>Zeilen und Spalten nach Länge</translation>
    </message>
    <message>
        <source>reverse Cuthill-McKee</source>
        <translation>umgekehrt nach Cuthill-McKee</translation>
    </message>
    <message>
        <source>rows tile by tile</source>
        <translation>Zeilen Tile für Tile</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>Dateifolge</translation>
    </message>
    <message>
        <source>No matrix is open.</source>
        <translation>Keine Matrix ist geöffnet.</translation>
    </message>
    <message>
        <source>This matrix is too large to be shown in another order.</source>
        <translation>Diese Matrix ist zu groß, um anders angeordnet gezeigt zu werden.</translation>
    </message>
    <message>
        <source>It orders square matrices only.</source>
        <translation>Es ordnet nur quadratische Matrizen.</translation>
    </message>
    <message>
        <source>There is no plan yet: search one (Ctrl+R) or open one.</source>
        <translation>Noch kein Plan: einen suchen (Strg+R) oder öffnen.</translation>
    </message>
    <message>
        <source>Reordering rows and columns</source>
        <translation>Zeilen und Spalten anordnen</translation>
    </message>
    <message>
        <source>Reordering the tiles</source>
        <translation>Tiles anordnen</translation>
    </message>
    <message>
        <source>Counting in this order</source>
        <translation>In dieser Anordnung zählen</translation>
    </message>
</context>
<context>
    <name>sparsescope::SlicesPlot</name>
    <message>
        <source>non-zeros</source>
        <translation>Nichtnullen</translation>
    </message>
    <message>
        <source>rows with one</source>
        <translation>Zeilen mit einer</translation>
    </message>
    <message>
        <source>Non-zeros of each slice, and its rows that hold one</source>
        <translation>Nichtnullen jedes Slices, und seine Zeilen, die eine enthalten</translation>
    </message>
    <message>
        <source>slice</source>
        <translation>Slice</translation>
    </message>
</context>
<context>
    <name>sparsescope::SourceView</name>
    <message>
        <source>Generated kernel</source>
        <translation>Erzeugter Kernel</translation>
    </message>
    <message>
        <source>written by %1</source>
        <translation>geschrieben von %1</translation>
    </message>
</context>
<context>
    <name>sparsescope::StageColumns</name>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
</context>
<context>
    <name>sparsescope::StartView</name>
    <message>
        <source>Drop a matrix here</source>
        <translation>Eine Matrix hierher ziehen</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Datei öffnen…</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>Rundgang starten</translation>
    </message>
    <message>
        <source>The parts of the window, one after the other, with a sample</source>
        <translation>Die Teile des Fensters, eines nach dem anderen, an einem Beispiel</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt geöffnete Dateien</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Systems side by side</source>
        <translation>Systeme im Vergleich</translation>
    </message>
    <message>
        <source>Lesson: a tree by hand</source>
        <translation>Lektion: ein Baum von Hand</translation>
    </message>
    <message>
        <source>What LiteForm&apos;s predictors do: trees that learned from runs say how much slower a format will be</source>
        <translation>Was LiteForms Prädiktoren tun: Bäume, die aus Läufen lernten, sagen, wie viel langsamer ein Format sein wird</translation>
    </message>
    <message>
        <source>Formats as graphs</source>
        <translation>Formate als Graphen</translation>
    </message>
    <message>
        <source>Lesson: a format is a graph</source>
        <translation>Lektion: ein Format ist ein Graph</translation>
    </message>
    <message>
        <source>CSR as four nodes, and what becomes of it where one after another is another (AlphaSparse)</source>
        <translation>CSR als vier Knoten, und was daraus wird, wenn einer nach dem anderen ein anderer ist (AlphaSparse)</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>Lesson: three stages</source>
        <translation>Lektion: drei Stufen</translation>
    </message>
    <message>
        <source>Axes, sparse iterations, and the loops that they are lowered to, statement by statement (SparseTIR)</source>
        <translation>Achsen, dünnbesetzte Iterationen, und die Schleifen, zu denen sie abgesenkt werden, Anweisung für Anweisung (SparseTIR)</translation>
    </message>
    <message>
        <source>Relations</source>
        <translation>Relationen</translation>
    </message>
    <message>
        <source>Lesson: relations</source>
        <translation>Lektion: Relationen</translation>
    </message>
    <message>
        <source>A graph&apos;s types of edges, or the offsets of a sparse convolution, side by side as one matrix; what a block does with a tile of one of them (SparseTIR)</source>
        <translation>Die Kantentypen eines Graphen, oder die Offsets einer dünnbesetzten Faltung, nebeneinander als eine Matrix; was ein Block mit einem Tile von einer davon tut (SparseTIR)</translation>
    </message>
    <message>
        <source>Masks that change, recorded on an H200</source>
        <translation>Masken, die sich ändern, aufgezeichnet auf einer H200</translation>
    </message>
    <message>
        <source>Lesson: sparsity that changes</source>
        <translation>Lektion: Dünnbesetztheit, die sich ändert</translation>
    </message>
    <message>
        <source>Axes in any order, micro-tiles that are gathered into dense tiles, and which pairing of the two is least (SparDA)</source>
        <translation>Achsen in beliebiger Anordnung, Micro-Tiles, die in dichte Tiles eingesammelt werden, und welche Paarung der beiden am wenigsten kostet (SparDA)</translation>
    </message>
    <message>
        <source>Drawing samples</source>
        <translation>Beispiele zeichnen</translation>
    </message>
    <message>
        <source>Matrix Market (.mtx), DLMC (.smtx), FROSTT (.tns), NumPy (.npz, masks too), MATLAB (.mat), Binsparse (.bsp.h5), edge lists (.txt, .csv), packed ones (.gz, .xz, .tar.gz, .zip); a recorded session (.sscope); a batch (.sqlite); a plan (.json) onto the matrix that is open</source>
        <translation>Matrix Market (.mtx), DLMC (.smtx), FROSTT (.tns), NumPy (.npz, auch Masken), MATLAB (.mat), Binsparse (.bsp.h5), Kantenlisten (.txt, .csv), gepackte (.gz, .xz, .tar.gz, .zip); eine aufgezeichnete Sitzung (.sscope); ein Batch (.sqlite); ein Plan (.json) zur geöffneten Matrix</translation>
    </message>
</context>
<context>
    <name>sparsescope::StatusLine</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel all jobs (Ctrl+.)</source>
        <translation>Alle Jobs abbrechen (Strg+.)</translation>
    </message>
    <message>
        <source>search %1</source>
        <translation>Suche %1</translation>
    </message>
    <message>
        <source>Keeping what was found</source>
        <translation>Gefundenes behalten</translation>
    </message>
    <message>
        <source>, %1 left</source>
        <translation>, noch %1</translation>
    </message>
    <message>
        <source> (and %1 more)</source>
        <translation> (und %1 weitere)</translation>
    </message>
</context>
<context>
    <name>sparsescope::StepTransport</name>
    <message>
        <source>To the first step (Home)</source>
        <translation>Zum ersten Schritt (Pos1)</translation>
    </message>
    <message>
        <source>One step back (,)</source>
        <translation>Einen Schritt zurück (,)</translation>
    </message>
    <message>
        <source>Play or pause (Space)</source>
        <translation>Abspielen oder anhalten (Leertaste)</translation>
    </message>
    <message>
        <source>One step on (.)</source>
        <translation>Einen Schritt weiter (.)</translation>
    </message>
    <message>
        <source>To the last step (End)</source>
        <translation>Zum letzten Schritt (Ende)</translation>
    </message>
    <message>
        <source>Step of the picture</source>
        <translation>Schritt des Bilds</translation>
    </message>
    <message>
        <source>Speed of playing</source>
        <translation>Tempo des Abspielens</translation>
    </message>
    <message>
        <source>%1 / s</source>
        <translation>%1 / s</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>sparsescope::SubtaskModel</name>
    <message>
        <source>Sorting</source>
        <translation>Sortieren</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>%1: %2 of it</source>
        <translation>%1: %2 davon</translation>
    </message>
    <message>
        <source>tile</source>
        <translation>Tile</translation>
    </message>
    <message>
        <source>part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>SM</source>
        <translation>SM</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>in situ</source>
        <translation>in situ</translation>
    </message>
    <message>
        <source>in situ error</source>
        <translation>Fehler in situ</translation>
    </message>
    <message>
        <source>saturated</source>
        <translation>gesättigt</translation>
    </message>
    <message>
        <source>saturated error</source>
        <translation>Fehler gesättigt</translation>
    </message>
    <message>
        <source>In the order in which the search chose them, from 0</source>
        <translation>In der Reihenfolge, in der die Suche sie wählte, ab 0</translation>
    </message>
    <message>
        <source>Part of the dense loop that the sub-task takes, from 0</source>
        <translation>Teil der dichten Schleife, den die Teilaufgabe nimmt, ab 0</translation>
    </message>
    <message>
        <source>How the tile is stored</source>
        <translation>Wie das Tile gespeichert ist</translation>
    </message>
    <message>
        <source>Streaming multiprocessor on which it ran</source>
        <translation>Streaming-Multiprozessor, auf dem sie lief</translation>
    </message>
    <message>
        <source>Predicted time of one sub-task on one SM with the GPU saturated</source>
        <translation>Vorhergesagte Zeit einer Teilaufgabe auf einem SM bei gesättigter GPU</translation>
    </message>
    <message>
        <source>Measured inside the fused kernel, shared out among the blocks on its SM</source>
        <translation>Im fusionierten Kernel gemessen, auf die Blöcke ihres SM aufgeteilt</translation>
    </message>
    <message>
        <source>%1: + is slower than predicted</source>
        <translation>%1: + ist langsamer als vorhergesagt</translation>
    </message>
    <message>
        <source>Measured with copies of the tile&apos;s sub-task filling the GPU</source>
        <translation>Mit Kopien der Teilaufgabe des Tiles gemessen, welche die GPU füllen</translation>
    </message>
</context>
<context>
    <name>sparsescope::SubtaskPage</name>
    <message>
        <source>Formats that are shown</source>
        <translation>Formate, die gezeigt werden</translation>
    </message>
    <message>
        <source>Measured sub-tasks</source>
        <translation>Gemessene Teilaufgaben</translation>
    </message>
    <message>
        <source>measured sub-task</source>
        <translation>gemessene Teilaufgabe</translation>
    </message>
    <message>
        <source>measured sub-tasks</source>
        <translation>gemessene Teilaufgaben</translation>
    </message>
    <message>
        <source>%1 of %2 measured sub-tasks</source>
        <translation>%1 von %2 gemessenen Teilaufgaben</translation>
    </message>
    <message>
        <source>all formats</source>
        <translation>alle Formate</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>sparsescope::SweepForm</name>
    <message>
        <source>Which sweep</source>
        <translation>Welcher Sweep</translation>
    </message>
    <message>
        <source>What varies</source>
        <translation>Was variiert</translation>
    </message>
    <message>
        <source>What else varies</source>
        <translation>Was sonst variiert</translation>
    </message>
    <message>
        <source>Its values</source>
        <translation>Seine Werte</translation>
    </message>
    <message>
        <source>Values, separated by commas; + inside a value stands for a comma</source>
        <translation>Werte, durch Kommas getrennt; + in einem Wert steht für ein Komma</translation>
    </message>
    <message>
        <source>Competitors may win</source>
        <translation>Konkurrenten erlaubt</translation>
    </message>
    <message>
        <source>Plans of one format, of one level and plain CSR are made at every point too, and the cheapest is taken; the table names the winner.</source>
        <translation>An jedem Punkt werden auch Pläne mit einem Format, mit einem Level und einfaches CSR gemacht, und der billigste wird genommen; die Tabelle nennt den Gewinner.</translation>
    </message>
    <message>
        <source>A sweep of your own</source>
        <translation>Eigener Sweep</translation>
    </message>
    <message>
        <source>Every planner</source>
        <translation>Jeder Planer</translation>
    </message>
    <message>
        <source>nothing else</source>
        <translation>nichts weiter</translation>
    </message>
    <message>
        <source>%1, the inner axis</source>
        <translation>%1, die innere Achse</translation>
    </message>
    <message>
        <source>%1, the dense axis</source>
        <translation>%1, die dichte Achse</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>Datentyp</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>One search by each planner: what it predicts, stores and takes, and why one cannot.</source>
        <translation>Eine Suche mit jedem Planer: was er vorhersagt, speichert und braucht, und warum einer nicht kann.</translation>
    </message>
    <message>
        <source>, what if %1</source>
        <translation>, was wäre wenn %1</translation>
    </message>
    <message>
        <source>Otherwise %1</source>
        <translation>Sonst %1</translation>
    </message>
    <message>
        <source>, costs of %1</source>
        <translation>, Kosten von %1</translation>
    </message>
</context>
<context>
    <name>sparsescope::SweepModel</name>
    <message>
        <source>The paper&apos;s figures are of %1.</source>
        <translation>Die Zahlen des Papers sind von %1.</translation>
    </message>
    <message>
        <source>The paper has no matrix of this size.</source>
        <translation>Das Paper hat keine Matrix dieser Größe.</translation>
    </message>
    <message>
        <source>Run all counts them, where counters may be read.</source>
        <translation>„Alle ausführen“ zählt sie, wo Zähler gelesen werden dürfen.</translation>
    </message>
    <message>
        <source>%1 of %2 points</source>
        <translation>%1 von %2 Punkten</translation>
    </message>
    <message>
        <source>fastest on the GPU: %1, %2</source>
        <translation>am schnellsten auf der GPU: %1, %2</translation>
    </message>
    <message>
        <source>fastest: %1, %2</source>
        <translation>am schnellsten: %1, %2</translation>
    </message>
    <message>
        <source>%1 on the CPU only</source>
        <translation>%1 nur auf der CPU</translation>
    </message>
    <message>
        <source>%1 failed, see the table</source>
        <translation>%1 fehlgeschlagen, siehe Tabelle</translation>
    </message>
    <message>
        <source>CPU only</source>
        <translation>nur CPU</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>not searched</source>
        <translation>nicht gesucht</translation>
    </message>
    <message>
        <source>by format</source>
        <translation>nach Format</translation>
    </message>
    <message>
        <source>winner</source>
        <translation>Gewinner</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Anmerkung</translation>
    </message>
</context>
<context>
    <name>sparsescope::SweepPlot</name>
    <message>
        <source>A figure of the sweep over what is varied</source>
        <translation>Eine Größe des Sweeps über dem, was variiert</translation>
    </message>
    <message>
        <source>on the CPU only, costs of another format</source>
        <translation>nur auf der CPU, Kosten eines anderen Formats</translation>
    </message>
    <message>
        <source>on the GPU</source>
        <translation>auf der GPU</translation>
    </message>
    <message>
        <source>Click to open its plan</source>
        <translation>Klick öffnet seinen Plan</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1: %2 %3</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>Enter opens its plan</source>
        <translation>Eingabe öffnet seinen Plan</translation>
    </message>
</context>
<context>
    <name>sparsescope::SweepsView</name>
    <message>
        <source>Figure of the plot</source>
        <translation>Größe des Diagramms</translation>
    </message>
    <message>
        <source>Sweeps of this session</source>
        <translation>Sweeps dieser Sitzung</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Run all</source>
        <translation>Alle ausführen</translation>
    </message>
    <message>
        <source>Measure the plans of all points on the GPU, one after the other</source>
        <translation>Die Pläne aller Punkte auf der GPU messen, einen nach dem anderen</translation>
    </message>
    <message>
        <source>CSV…</source>
        <translation>CSV…</translation>
    </message>
    <message>
        <source>Save the points of the sweep</source>
        <translation>Punkte des Sweeps speichern</translation>
    </message>
    <message>
        <source>Points of the sweep</source>
        <translation>Punkte des Sweeps</translation>
    </message>
    <message>
        <source>Enter or double click opens the plan of a point</source>
        <translation>Eingabe oder Doppelklick öffnet den Plan eines Punkts</translation>
    </message>
    <message>
        <source>Sweeping</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>point</source>
        <translation>Punkt</translation>
    </message>
    <message>
        <source>points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Searching %1</source>
        <translation>%1 suchen</translation>
    </message>
    <message>
        <source>Choose what varies and start; a click on a point opens its plan.</source>
        <translation>Wählen, was variiert, und starten; ein Klick auf einen Punkt öffnet seinen Plan.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Start the sweep</source>
        <translation>Sweep starten</translation>
    </message>
    <message>
        <source>, %1 left</source>
        <translation>, noch %1</translation>
    </message>
    <message>
        <source>Saved the sweep as %1</source>
        <translation>Sweep als %1 gespeichert</translation>
    </message>
    <message>
        <source>Saving the sweep</source>
        <translation>Sweep speichern</translation>
    </message>
    <message>
        <source>Save the sweep</source>
        <translation>Sweep speichern</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
</context>
<context>
    <name>sparsescope::TabRow</name>
    <message>
        <source>Close this tab (Ctrl+W)</source>
        <translation>Diesen Tab schließen (Strg+W)</translation>
    </message>
    <message>
        <source>Close this tab</source>
        <translation>Diesen Tab schließen</translation>
    </message>
    <message>
        <source>A job is running</source>
        <translation>Ein Job läuft</translation>
    </message>
    <message>
        <source>Open matrices</source>
        <translation>Geöffnete Matrizen</translation>
    </message>
    <message>
        <source>New tab (Ctrl+T)</source>
        <translation>Neuer Tab (Strg+T)</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>Neuer Tab</translation>
    </message>
</context>
<context>
    <name>sparsescope::TabbedWindow</name>
    <message>
        <source>New tab</source>
        <translation>Neuer Tab</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>non-zero</source>
        <translation>Nichtnull</translation>
    </message>
    <message>
        <source>non-zeros</source>
        <translation>Nichtnullen</translation>
    </message>
    <message>
        <source>linked with %1</source>
        <translation>verbunden mit %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Save the work on %1 matrices before the window closes?</source>
        <translation>Die Arbeit an %1 Matrizen vor dem Schließen des Fensters speichern?</translation>
    </message>
</context>
<context>
    <name>sparsescope::TileModel</name>
    <message>
        <source>split</source>
        <translation>geteilt</translation>
    </message>
    <message>
        <source>not split</source>
        <translation>nicht geteilt</translation>
    </message>
    <message>
        <source>%1 of %2 stored places</source>
        <translation>%1 von %2 gespeicherten Stellen</translation>
    </message>
    <message>
        <source>tile</source>
        <translation>Tile</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>level</source>
        <translation>Level</translation>
    </message>
    <message>
        <source>round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>first row</source>
        <translation>erste Zeile</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>stored</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>owned</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>Padding</translation>
    </message>
    <message>
        <source>redundant</source>
        <translation>redundant</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>in situ</source>
        <translation>in situ</translation>
    </message>
    <message>
        <source>saturated</source>
        <translation>gesättigt</translation>
    </message>
    <message>
        <source>In the order in which the search chose them, from 0</source>
        <translation>In der Reihenfolge, in der die Suche sie wählte, ab 0</translation>
    </message>
    <message>
        <source>Generation of candidates that the tile came from</source>
        <translation>Generation der Kandidaten, aus der das Tile stammt</translation>
    </message>
    <message>
        <source>Pass of the greedy loop in which it was chosen</source>
        <translation>Durchgang der Greedy-Schleife, in dem es gewählt wurde</translation>
    </message>
    <message>
        <source>Row of the matrix that is its first stored row, from 0</source>
        <translation>Zeile der Matrix, die seine erste gespeicherte Zeile ist, ab 0</translation>
    </message>
    <message>
        <source>Stored rows</source>
        <translation>Gespeicherte Zeilen</translation>
    </message>
    <message>
        <source>Stored places in each row</source>
        <translation>Gespeicherte Stellen in jeder Zeile</translation>
    </message>
    <message>
        <source>Places that are stored: rows times width</source>
        <translation>Gespeicherte Stellen: Zeilen mal Breite</translation>
    </message>
    <message>
        <source>Non-zeros of the matrix that this tile computes</source>
        <translation>Nichtnullen der Matrix, die dieses Tile berechnet</translation>
    </message>
    <message>
        <source>Part of the stored places that holds no non-zero of its own</source>
        <translation>Anteil der gespeicherten Stellen, die keine eigene Nichtnull enthalten</translation>
    </message>
    <message>
        <source>Stored places whose non-zero another tile computes; a zero is stored there</source>
        <translation>Gespeicherte Stellen, deren Nichtnull ein anderes Tile berechnet; dort ist eine Null gespeichert</translation>
    </message>
    <message>
        <source>Split: other stored rows hold parts of some of its rows of the output too</source>
        <translation>Geteilt: auch andere gespeicherte Zeilen enthalten Teile mancher seiner Ausgabezeilen</translation>
    </message>
    <message>
        <source>Predicted time of one sub-task on one SM with the GPU saturated</source>
        <translation>Vorhergesagte Zeit einer Teilaufgabe auf einem SM bei gesättigter GPU</translation>
    </message>
    <message>
        <source>Measured inside the fused kernel, shared out among the blocks on its SM</source>
        <translation>Im fusionierten Kernel gemessen, auf die Blöcke ihres SM aufgeteilt</translation>
    </message>
    <message>
        <source>Measured with copies of the sub-task filling the GPU</source>
        <translation>Mit Kopien der Teilaufgabe gemessen, welche die GPU füllen</translation>
    </message>
    <message>
        <source>Sorting</source>
        <translation>Sortieren</translation>
    </message>
</context>
<context>
    <name>sparsescope::TileTable</name>
    <message>
        <source>Tiles of the plan</source>
        <translation>Tiles des Plans</translation>
    </message>
</context>
<context>
    <name>sparsescope::Tour</name>
    <message>
        <source>End</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
</context>
<context>
    <name>sparsescope::Transport</name>
    <message>
        <source>To the start (Home)</source>
        <translation>Zum Anfang (Pos1)</translation>
    </message>
    <message>
        <source>One %1 back (,)</source>
        <translation>Einen %1 zurück (,)</translation>
    </message>
    <message>
        <source>Play or pause (Space)</source>
        <translation>Abspielen oder anhalten (Leertaste)</translation>
    </message>
    <message>
        <source>One %1 on (.)</source>
        <translation>Einen %1 weiter (.)</translation>
    </message>
    <message>
        <source>To the end (End)</source>
        <translation>Zum Ende (Ende)</translation>
    </message>
    <message>
        <source>Speed of the replay</source>
        <translation>Tempo der Wiedergabe</translation>
    </message>
    <message>
        <source>all in 10 s</source>
        <translation>alles in 10 s</translation>
    </message>
    <message>
        <source>%1 %2/s</source>
        <translation>%1 %2/s</translation>
    </message>
    <message>
        <source>Stop at choices</source>
        <translation>An Wahlen anhalten</translation>
    </message>
    <message>
        <source>Stop before each choice: a step on first outlines the candidates of the round, the next one shows the choice</source>
        <translation>Vor jeder Wahl anhalten: ein Schritt weiter umrandet zuerst die Kandidaten der Runde, der nächste zeigt die Wahl</translation>
    </message>
    <message>
        <source>Step of the search</source>
        <translation>Schritt der Suche</translation>
    </message>
    <message>
        <source>Shown %1</source>
        <translation>Gezeigt %1</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>bisher %1</translation>
    </message>
    <message>
        <source>Choose (.)</source>
        <translation>Wählen (.)</translation>
    </message>
</context>
<context>
    <name>sparsescope::TreePicture</name>
    <message>
        <source>The tree, and the way of this matrix through it</source>
        <translation>Der Baum, und der Weg dieser Matrix hindurch</translation>
    </message>
</context>
<context>
    <name>sparsescope::TreeWalk</name>
    <message>
        <source>%1 / CSR</source>
        <translation>%1 / CSR</translation>
    </message>
    <message>
        <source>non-zeros</source>
        <translation>Nichtnullen</translation>
    </message>
    <message>
        <source>What the cost model predicts for %1 by a sample of the rows, over the same for CSR</source>
        <translation>Was das Kostenmodell aus einer Stichprobe der Zeilen für %1 vorhersagt, geteilt durch dasselbe für CSR</translation>
    </message>
    <message>
        <source>The number of the tree</source>
        <translation>Die Nummer des Baums</translation>
    </message>
    <message>
        <source>tree </source>
        <translation>Baum </translation>
    </message>
    <message>
        <source>The way through the tree, node by node</source>
        <translation>Der Weg durch den Baum, Knoten für Knoten</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>Below</source>
        <translation>Unter</translation>
    </message>
    <message>
        <source>?</source>
        <translation>?</translation>
    </message>
    <message>
        <source>Yes goes to the left, no to the right</source>
        <translation>Ja geht nach links, nein nach rechts</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> von %1</translation>
    </message>
    <message>
        <source>This tree is too deep to be walked: %1 nodes.</source>
        <translation>Dieser Baum ist zu tief, um ihn durchzugehen: %1 Knoten.</translation>
    </message>
    <message>
        <source>%1: estimates expect %2 the least time, all trees together %3 of that: %4</source>
        <translation>%1: Schätzungen erwarten %2 der kleinsten Zeit, alle Bäume zusammen %3 davon: %4</translation>
    </message>
    <message>
        <source>%1: estimates expect %2 the least time, the mean of all trees %3 of that: %4</source>
        <translation>%1: Schätzungen erwarten %2 der kleinsten Zeit, das Mittel aller Bäume %3 davon: %4</translation>
    </message>
    <message>
        <source>leaf: %1</source>
        <translation>Blatt: %1</translation>
    </message>
    <message>
        <source>%1 below %2: to the left</source>
        <translation>%1 unter %2: nach links</translation>
    </message>
    <message>
        <source>leaf: factor</source>
        <translation>Blatt: Faktor</translation>
    </message>
    <message>
        <source>leaf: it says</source>
        <translation>Blatt: es sagt</translation>
    </message>
    <message>
        <source>The estimate is multiplied by this, and by the factors of all other trees</source>
        <translation>Die Schätzung wird hiermit und mit den Faktoren aller anderen Bäume multipliziert</translation>
    </message>
    <message>
        <source>Times what the estimates expect; the forest&apos;s answer is the mean of its trees</source>
        <translation>Mal das, was die Schätzungen erwarten; die Antwort des Walds ist das Mittel seiner Bäume</translation>
    </message>
    <message>
        <source>The trees are asked with %1, and cut at %2</source>
        <translation>Die Bäume werden mit %1 gefragt, geschnitten bei %2</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
</context>
<context>
    <name>sparsescope::TwinCanvas</name>
    <message>
        <source>Heat map of the plan that is compared</source>
        <translation>Heatmap des Plans, der verglichen wird</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>non-zero</source>
        <translation>Nichtnull</translation>
    </message>
    <message>
        <source>non-zeros</source>
        <translation>Nichtnullen</translation>
    </message>
    <message>
        <source>Heat map of the linked matrix</source>
        <translation>Heatmap der verbundenen Matrix</translation>
    </message>
</context>
<context>
    <name>sparsescope::ViewKeeper</name>
    <message>
        <source>tile %1 of %2</source>
        <translation>Tile %1 von %2</translation>
    </message>
    <message>
        <source>all of the matrix</source>
        <translation>die ganze Matrix</translation>
    </message>
    <message>
        <source>rows from %1, columns from %2</source>
        <translation>Zeilen ab %1, Spalten ab %2</translation>
    </message>
</context>
<context>
    <name>sparsescope::WalkPanel</name>
    <message>
        <source>Stage that is carried out</source>
        <translation>Stufe, die ausgeführt wird</translation>
    </message>
    <message>
        <source>Stage I</source>
        <translation>Stufe I</translation>
    </message>
    <message>
        <source>Stage II</source>
        <translation>Stufe II</translation>
    </message>
    <message>
        <source>Stage III</source>
        <translation>Stufe III</translation>
    </message>
    <message>
        <source>Picture of the program</source>
        <translation>Bild des Programms</translation>
    </message>
</context>
</TS>
