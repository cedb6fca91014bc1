/**
 * Addresses the decode kernel and its host agree on. Linear memory:
 *
 *   state | side buffers | type table | input | thread table, stack ranges (moved when they grow) | segment slots
 *
 * All numbers are bytes.
 */

/** Fields of the state at address 0; `Ticks` are 64 bits, everything else 32. */
export const state = {
  position: 0,
  end: 4,
  row: 8,
  rowLimit: 12,
  slotBase: 16,
  /** Added to a position to get the payload offset column. */
  payloadDelta: 20,
  metadataId: 24,
  typeIndex: 28,
  /** Of the last event. */
  sequence: 32,
  /** Address of the capture thread's entry, 0 at the start of a block. */
  captureEntry: 36,
  /** Sequence number of the event in row 0, if the run went back that far. */
  sequenceBase: 40,
  threadIndex: 44,
  stackIndex: 48,
  payloadLength: 52,
  /** Since the sync point. */
  ticks: 56,
  syncTicks: 64,
  threadTable: 72,
  /** Entries of the thread table (a power of two) less one. */
  threadMask: 76,
  /** 64 less the number of bits of a slot's number. */
  threadShift: 80,
  /** Newest range of stack ids: first id, number of ids, index of the first. Checked before the list. */
  stackFirst: 84,
  stackCount: 88,
  stackBase: 92,
  stackRanges: 96,
  stackRangeCount: 100,
  runCount: 104,
  markCount: 108,
  lossCount: 112,
  /** 1: fields of V6 (label list instead of activity ids). */
  isV6: 116,
  faultCode: 120,
  unknownStackCount: 124,
  /** Thread id that has no entry yet. */
  wantedThread: 128,
  /** Since the sync point, of the last event that promises order. */
  sortedTicks: 136,
  hasSorted: 144,
  /** Result of a long varint. */
  varint: 152,
  /** The one metadata id beyond the type table that is known at the moment, and its type. */
  farMetadataId: 160,
  farTypeIndex: 164,
  /** Of the event being read. */
  blobStart: 168,
  sequenceStep: 172,
  newEntry: 176,
  newProcessor: 180,
  activityAt: 184,
  relatedAt: 188,
  /** Address of the row after the last that may be written, as an address of the first 4-byte column. */
  rowEnd: 192,
  /** Added to twice such an address to get that of the row's timestamp. */
  timestampDelta: 196,
  /** Gaps noted since the host last looked, and how many may be; 0 where columns are to be written in full. */
  gapCount: 200,
  gapCapacity: 204,
  /** Where a run of plain or simple events ended: the address of its next row, and its last event's time. */
  runRow: 208,
  runTicks: 216,
  /** Address of the last row that may be written, like `rowEnd`. */
  lastRow: 224,
  /** After the last stack that was listed. */
  listedTo: 240,
  /** 64 bits; see thread-hash.ts. */
  threadMultiplier: 248,
  /** Addresses of the entries of threads that have a sequence number, 32 bits each: where the next goes, and the end of the room. */
  notedEnd: 256,
  notedLimit: 260,
  /** Ranges of stack ids that were looked at. */
  stackProbes: 264,
} as const

/** State of a merge, beside the one above. Everything it points to is scratch memory of the merge, see `trace/kernel-merge.ts`. */
export const mergeState = {
  /** Inner nodes of the tournament; the one at place 0 is not used, that at 1 is the top. */
  nodes: 512,
  /** Leaves that have not played yet, and the first of them. */
  waitingLeafCount: 516,
  nextLeaf: 520,
  /** Threads with rows left. */
  openLeafCount: 524,
  winner: 528,
  /** Rows merged so far. */
  place: 536,
  /** After the last row that was merged: a stretch that begins there goes on with the last one. */
  nextRow: 540,
  stretchEnd: 544,
  stretchLimit: 548,
  /** Of a merge by list: the threads' next rows in order of time, and one more of infinite time without a leaf. */
  heads: 552,
} as const

/** Where a thread's next row is: address of its time, end of the run in such addresses, row number, next run, its first match as a distance from the nodes' address. */
export const mergeLeaf = { bytes: 32, address: 0, end: 4, row: 8, run: 12, node: 16 } as const
export const mergeNode = { bytes: 16, key: 0, leaf: 8 } as const
export const mergeHead = { bytes: 16, time: 0, leaf: 8 } as const
export const mergeRun = { bytes: 16, address: 0, end: 4, row: 8, next: 12 } as const
export const mergeStretch = { bytes: 8, row: 0, place: 4 } as const

/** u32 first row, u32 thread index, u32 processor, unused. */
export const runBuffer = { address: 1024, entryBytes: 16, capacity: 4096 } as const
/** Changes of a rare column: u32 row, u32 kind, u32 position of 16 bytes (or label list id), unused. */
export const markBuffer = { address: 1024 + 16 * 4096, entryBytes: 16, capacity: 4096 } as const
/** u32 row, u32 thread index, u32 lost events, unused. */
export const lossBuffer = { address: 1024 + 2 * 16 * 4096, entryBytes: 16, capacity: 1024 } as const
/** u32 first row, u32 row after the last: rows whose carried columns are those of the row before the first, not written yet. */
export const gapBuffer = { address: 163_840, entryBytes: 8, capacity: 4096 } as const
/** u32 per metadata id: type index plus one, 0 = not defined. */
export const typeTable = { address: 262_144, capacity: 65_536 } as const
/** First address that is handed out at run time. */
export const heapAddress = 524_288

export const markKinds = { activity: 1, relatedActivity: 2, labels: 3 } as const

/** u64 id, u32 thread index (all ones: free), u32 last sequence number (0: none seen). */
export const threadEntry = { bytes: 16, index: 8, sequence: 12, free: 0xffffffff } as const
/** u32 first id, u32 count, u32 index of the first. */
export const stackRangeBytes = 12

export const slotRows = 262_144
/**
 * Columns of a segment slot. They are not whole powers of two apart, or all of them would compete for the same few lines of the
 * processor's first cache.
 */
export const slotColumns = {
  timestamp: 0,
  typeIndex: 2 ** 21 + 256,
  threadIndex: 3 * 2 ** 20 + 512,
  stackIndex: 4 * 2 ** 20 + 768,
  payloadOffset: 5 * 2 ** 20 + 1024,
  payloadLength: 6 * 2 ** 20 + 1280,
} as const
export const slotBytes = 7 * 2 ** 20 + 4096

/** In pages of 64 KiB. Enough from the start for the tables and one slot: memory that is not touched costs nothing, growing does. */
export const memoryPages = { minimum: 136, maximum: 65_536 } as const

/** Why `decode` returned. All but `done` and `fault` are resumed by calling it again. */
export const outcomes = { done: 0, segmentFull: 1, unknownType: 2, unknownThread: 3, buffersFull: 4, fault: 5 } as const

/** What did not fit the format, by `faultCode`. */
export const faultTexts: readonly (readonly [expected: string, found: string])[] = [
  ['', ''],
  ['a 32-bit metadata id', 'a longer varint'],
  ['a 32-bit sequence step', 'a longer varint'],
  ['a 64-bit capture thread', 'a longer varint'],
  ['a 32-bit processor', 'a longer varint'],
  ['a 64-bit thread', 'a longer varint'],
  ['a 32-bit stack id', 'a longer varint'],
  ['a 64-bit time step', 'a longer varint'],
  ['a 32-bit payload size', 'a longer varint'],
  ['an event that ends inside its block', 'a longer one'],
  ['a 32-bit label list id', 'a longer varint'],
]
