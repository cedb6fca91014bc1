/** The revision of a document, for those who ask anew when it changes and are drawn only when the answer is there. */
export class RevisionSource {
  #revision = 0
  readonly #listeners = new Set<() => void>()

  get revision(): number {
    return this.#revision
  }

  reach(revision: number): void {
    this.#revision = revision
  }

  /** After everything that the new revision has drawn has asked by itself. */
  tell(): void {
    for (const listener of this.#listeners) listener()
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
