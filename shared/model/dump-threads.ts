/** What a dump tells of its threads and of exceptions, those of the heap too. */
export interface DumpThreads {
  readonly threads: readonly DumpThread[]
  /** Exceptions on the heap, the first thousand; empty where the dump has no heap. */
  readonly exceptions: readonly DumpException[]
  /** On the heap. */
  readonly exceptionCount: number
}

export interface DumpThread {
  readonly managedId: number
  /** Of the operating system. */
  readonly nativeId: number
  readonly isAlive: boolean
  readonly role: 'finalizer' | 'gc' | 'pool' | ''
  readonly isBackground: boolean
  /** Null: not known for this runtime. */
  readonly lockCount: number | null
  /** Innermost first. */
  readonly frames: readonly DumpFrame[]
  /** There are more frames than are listed. */
  readonly isCut: boolean
  /** What it was throwing or handling. */
  readonly exception: DumpException | null
}

export interface DumpFrame {
  /** `Shop.Cart.Add`; of a runtime-internal frame its name. */
  readonly name: string
  readonly module: string
  readonly isManaged: boolean
}

export interface DumpException {
  /** Hexadecimal. */
  readonly address: string
  readonly type: string
  readonly message: string
  readonly frames: readonly DumpFrame[]
  readonly inner: DumpException | null
}
