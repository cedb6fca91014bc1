/** Letters typed within this time make one word. */
const wordPauseMs = 700

/**
 * Finds a row by typing the first letters of its name. Typing the same letter again walks through the rows that start with it.
 * State with a life: one per list.
 */
export class TypeAhead {
  #typed = ''
  #lastMs = Number.NEGATIVE_INFINITY

  /** Index to go to, or null when nothing starts with what was typed. `names` are those of the rows in view order. */
  type(letter: string, names: readonly (string | null)[], currentIndex: number, nowMs: number): number | null {
    const isNewWord = nowMs - this.#lastMs > wordPauseMs
    this.#lastMs = nowMs
    const lower = letter.toLocaleLowerCase()
    this.#typed = isNewWord ? lower : this.#typed + lower
    const isRepeat = this.#typed === lower.repeat(this.#typed.length / lower.length)
    const prefix = isRepeat ? lower : this.#typed
    // A word that grows may stay on its row; a new word or a repeated letter moves on.
    const first = isRepeat ? currentIndex + 1 : Math.max(currentIndex, 0)
    for (let step = 0; step < names.length; step++) {
      const index = (first + step) % names.length
      if (names[index]?.toLocaleLowerCase().startsWith(prefix)) return index
    }
    return null
  }
}
