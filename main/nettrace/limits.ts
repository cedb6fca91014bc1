/**
 * Every length read from a stream is checked against what is left and against one of these before anything is allocated.
 * They are far above what runtimes write (blocks of 100 KiB) and keep the memory a hostile stream can cost bounded.
 */
export const nettraceLimits = {
  typeNameBytes: 64,
  blockBytes: 32 * 2 ** 20,
  /** Distinct event types of one stream; further definitions are damage, events that use them have no type. */
  eventTypes: 65_536,
  fieldsPerType: 1024,
  fieldDepth: 8,
  /** Fields that take no bytes, such as objects without fields; with more of them a payload stays opaque, as it would cost more than it has bytes. */
  emptyFieldsPerType: 16,
  nameChars: 4096,
  /** Threads with an entry of their own; events of further ones share one entry. */
  threads: 2 ** 20,
  /** Ranges of stack ids between two sequence points. The lowest are forgotten. */
  stackRanges: 512,
  /** Entries kept one by one; the sums go on counting. */
  lossEntries: 100_000,
  damageEntries: 1000,
  unknownBlockKinds: 256,
  /**
   * Steps (work-steps.ts) that reading may take for each byte, and those that come before: a stream that takes more is not read further.
   * Recordings take below one, the worst of the streams made for the purpose about ten.
   */
  stepsPerByte: 64,
  freeSteps: 2 ** 22,
  /** Key and value pairs of a V6 header. */
  attributes: 1024,
  labelLists: 2 ** 20,
  /** Capture threads whose last sequence number is remembered; the oldest is forgotten first. */
  captureThreads: 5000,
} as const

/** Layout constants of the containers, by the sections of docs/formats/nettrace.md. */
export const magicBytes = 'Nettrace'
export const serializationName = '!FastSerialization.1'
export const tagNullReference = 1
export const tagBeginPrivateObject = 5
export const tagBeginObject = 4
export const tagEndObject = 6
/** Highest `Trace` object version this reader understands; a larger minReaderVersion is refused. */
export const knownTraceVersion = 4
