/**
 * What the sources with faults in them ask at every place (`faulty-sources.mjs`): is my fault on? It counts too, which places a test comes by.
 */
export class FaultSwitch {
  /** The fault that is on, -1 for none. */
  active = -1
  /** @type {Uint32Array | null} how often each place was come by; null outside of the run that counts */
  counts = null
  #hits = 0
  #hitLimit = 0

  /**
   * @param {number} fault
   * @param {number} usualHits how often its place is come by without it. A hundred times that is a run without end
   */
  turnOn(fault, usualHits) {
    this.active = fault
    this.#hits = 0
    this.#hitLimit = 100 * usualHits + 1000
  }

  turnOff() {
    this.active = -1
  }

  hit() {
    this.#hits += 1
    if (this.#hits > this.#hitLimit) throw new Error('A fault made the code run without end')
    return true
  }

  /** @param {...number} faults */
  cover(...faults) {
    const { counts } = this
    if (counts !== null) for (const fault of faults) counts[fault] = (counts[fault] ?? 0) + 1
  }
}
