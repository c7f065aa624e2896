-- A store as version 1 of the protocol wrote it, with every kind of entry; not to be changed.
BEGIN TRANSACTION;
CREATE TABLE book (
    id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (id, seq)
) WITHOUT ROWID;
INSERT INTO "book" VALUES('branched',0,1700000000000,CAST('{"type":"made","game":"pigeons","version":1,"options":{},"seed":"seed5","places":[{"kind":"person","name":"Ann","lock":"49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1"},{"kind":"bot","name":"Bix (greedy)","bot":"greedy"}],"host":"49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1","base":{"seed":"seed4","moves":[[0,1],[1,2],[0,4],[1,3]]},"source":"finished"}' AS BLOB));
INSERT INTO "book" VALUES('branched',1,1700000001000,CAST('{"type":"began"}' AS BLOB));
INSERT INTO "book" VALUES('branched',2,1700000002000,CAST('{"type":"moved","seat":0,"move":5,"mid":"mid.0.0"}' AS BLOB));
INSERT INTO "book" VALUES('finished',0,1700000000000,CAST('{"type":"made","game":"pigeons","version":1,"options":{},"seed":"seed4","places":[{"kind":"person","name":"Ann","lock":"49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1"},{"kind":"bot","name":"Bix (greedy)","bot":"greedy"}],"host":"49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1"}' AS BLOB));
INSERT INTO "book" VALUES('finished',1,1700000001000,CAST('{"type":"began"}' AS BLOB));
INSERT INTO "book" VALUES('finished',2,1700000002000,CAST('{"type":"moved","seat":0,"move":1,"mid":"mid.0.0"}' AS BLOB));
INSERT INTO "book" VALUES('finished',3,1700000003000,CAST('{"type":"moved","seat":1,"move":2,"mid":"mid.1.0","by":"bot"}' AS BLOB));
INSERT INTO "book" VALUES('finished',4,1700000004000,CAST('{"type":"moved","seat":0,"move":4,"mid":"mid.0.1"}' AS BLOB));
INSERT INTO "book" VALUES('finished',5,1700000005000,CAST('{"type":"moved","seat":1,"move":3,"mid":"mid.1.1","by":"bot"}' AS BLOB));
INSERT INTO "book" VALUES('finished',6,1700000006000,CAST('{"type":"moved","seat":0,"move":5,"mid":"mid.0.2"}' AS BLOB));
INSERT INTO "book" VALUES('finished',7,1700000007000,CAST('{"type":"moved","seat":1,"move":6,"mid":"mid.1.2","by":"bot"}' AS BLOB));
INSERT INTO "book" VALUES('finished',8,1700000008000,CAST('{"type":"moved","seat":0,"move":9,"mid":"mid.0.3"}' AS BLOB));
INSERT INTO "book" VALUES('finished',9,1700000009000,CAST('{"type":"moved","seat":1,"move":8,"mid":"mid.1.3","by":"bot"}' AS BLOB));
INSERT INTO "book" VALUES('finished',10,1700000010000,CAST('{"type":"moved","seat":0,"move":10,"mid":"mid.0.4"}' AS BLOB));
INSERT INTO "book" VALUES('finished',11,1700000011000,CAST('{"type":"moved","seat":1,"move":12,"mid":"mid.1.4","by":"bot"}' AS BLOB));
INSERT INTO "book" VALUES('finished',12,1700000012000,CAST('{"type":"rematched","table":"playing"}' AS BLOB));
INSERT INTO "book" VALUES('givenup',0,1700000000000,CAST('{"type":"made","game":"pigeons","version":1,"options":{},"seed":"seed2","places":[{"kind":"person","name":"Ann","lock":"49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1"},{"kind":"open"}],"host":"49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1"}' AS BLOB));
INSERT INTO "book" VALUES('givenup',1,1700000001000,CAST('{"type":"filled","seat":1,"bot":"greedy"}' AS BLOB));
INSERT INTO "book" VALUES('givenup',2,1700000002000,CAST('{"type":"filled","seat":1,"bot":""}' AS BLOB));
INSERT INTO "book" VALUES('givenup',3,1700000003000,CAST('{"type":"dropped"}' AS BLOB));
INSERT INTO "book" VALUES('opentable',0,1700000000000,CAST('{"type":"made","game":"pigeons","version":1,"options":{"players":2},"seed":"seed1","places":[{"kind":"person","name":"Ann","lock":"49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1"},{"kind":"open"}],"host":"49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1","listed":true,"clock":{"kind":"move","seconds":30}}' AS BLOB));
INSERT INTO "book" VALUES('opentable',1,1700000001000,CAST('{"type":"named","seat":0,"name":"Anna"}' AS BLOB));
INSERT INTO "book" VALUES('opentable',2,1700000002000,CAST('{"type":"sat","seat":1,"name":"Bob","lock":"81b637d8fcd2c6da6359e6963113a1170de795e4b725b84d1e0b4cfd9ec58ce9"}' AS BLOB));
INSERT INTO "book" VALUES('opentable',3,1700000003000,CAST('{"type":"stood","seat":1}' AS BLOB));
INSERT INTO "book" VALUES('playing',0,1700000000000,CAST('{"type":"made","game":"pigeons","version":1,"options":{},"seed":"seed3","places":[{"kind":"person","name":"Ann","lock":"49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1"},{"kind":"open"}],"host":"49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1","listed":true,"clock":{"kind":"game","seconds":600,"plus":5},"coach":false,"grace":30}' AS BLOB));
INSERT INTO "book" VALUES('playing',1,1700000001000,CAST('{"type":"sat","seat":1,"name":"Bob","lock":"81b637d8fcd2c6da6359e6963113a1170de795e4b725b84d1e0b4cfd9ec58ce9"}' AS BLOB));
INSERT INTO "book" VALUES('playing',2,1700000002000,CAST('{"type":"began"}' AS BLOB));
INSERT INTO "book" VALUES('playing',3,1700000003000,CAST('{"type":"moved","seat":0,"move":5,"mid":"mid.0.0"}' AS BLOB));
INSERT INTO "book" VALUES('playing',4,1700000004000,CAST('{"type":"undo_asked","seat":0,"keep":0}' AS BLOB));
INSERT INTO "book" VALUES('playing',5,1700000005000,CAST('{"type":"undo_answered","seat":1,"yes":true}' AS BLOB));
INSERT INTO "book" VALUES('playing',6,1700000006000,CAST('{"type":"moved","seat":0,"move":8,"mid":"mid.0.0"}' AS BLOB));
INSERT INTO "book" VALUES('playing',7,1700000007000,CAST('{"type":"moved","seat":1,"move":1,"mid":"mid.1.0","by":"clock"}' AS BLOB));
INSERT INTO "book" VALUES('playing',8,1700000008000,CAST('{"type":"woke"}' AS BLOB));
INSERT INTO "book" VALUES('playing',9,1700000009000,CAST('{"type":"stood_in","seat":1,"bot":"greedy"}' AS BLOB));
INSERT INTO "book" VALUES('playing',10,1700000010000,CAST('{"type":"back","seat":1}' AS BLOB));
INSERT INTO "book" VALUES('playing',11,1700000011000,CAST('{"type":"moved","seat":1,"move":4,"mid":"mid.1.1"}' AS BLOB));
CREATE TABLE shelf (
    id TEXT PRIMARY KEY, state TEXT NOT NULL, listed INTEGER NOT NULL, driven INTEGER NOT NULL,
    row BLOB NOT NULL, touched INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "shelf" VALUES('branched','playing',0,1,CAST('{"table":"branched","game":"pigeons","title":"Pigeons","state":"playing","seats":[{"name":"Ann","kind":"person"},{"name":"Bix (greedy)","kind":"bot","bot":"greedy"}],"options":{}}' AS BLOB),1700000003000);
INSERT INTO "shelf" VALUES('finished','over',0,1,CAST('{"table":"finished","game":"pigeons","title":"Pigeons","state":"over","seats":[{"name":"Ann","kind":"person"},{"name":"Bix (greedy)","kind":"bot","bot":"greedy"}],"options":{}}' AS BLOB),1700000013000);
INSERT INTO "shelf" VALUES('givenup','dropped',0,0,CAST('{"table":"givenup","game":"pigeons","title":"Pigeons","state":"dropped","seats":[{"name":"Ann","kind":"person"},{"name":"","kind":"open"}],"options":{}}' AS BLOB),1700000004000);
INSERT INTO "shelf" VALUES('opentable','open',1,1,CAST('{"table":"opentable","game":"pigeons","title":"Pigeons","state":"open","seats":[{"name":"Anna","kind":"person"},{"name":"","kind":"open"}],"options":{"players":2},"clock":{"kind":"move","seconds":30}}' AS BLOB),1700000004000);
INSERT INTO "shelf" VALUES('playing','playing',1,1,CAST('{"table":"playing","game":"pigeons","title":"Pigeons","state":"playing","seats":[{"name":"Ann","kind":"person"},{"name":"Bob","kind":"person"}],"options":{},"clock":{"kind":"game","seconds":600,"plus":5}}' AS BLOB),1700000012000);
CREATE INDEX shelf_touched ON shelf (touched);
COMMIT;
