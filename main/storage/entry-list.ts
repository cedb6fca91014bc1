/** A short list in a file: what one run has left somewhere, the next one finds. */
export class EntryList<Entry extends { readonly id: string }> {
  readonly #most: number
  readonly #write: (entries: Entry[]) => Promise<void>
  #entries: readonly Entry[]

  constructor(entries: readonly Entry[], most: number, write: (entries: Entry[]) => Promise<void>) {
    this.#entries = entries
    this.#most = most
    this.#write = write
  }

  /** Oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries
  }

  /** Resolves when it is on disk, or can't be: then it is known until Pipescope quits. */
  keep(entry: Entry): Promise<void> {
    const isKnown = this.#entries.some(({ id }) => id === entry.id)
    return this.#set(
      isKnown ? this.#entries.map((one) => (one.id === entry.id ? entry : one)) : [...this.#entries, entry],
    )
  }

  async forget(id: string): Promise<void> {
    if (this.#entries.some((one) => one.id === id)) await this.#set(this.#entries.filter((one) => one.id !== id))
  }

  #set(entries: readonly Entry[]): Promise<void> {
    this.#entries = entries.slice(-this.#most)
    return this.#write([...this.#entries])
  }
}
