/**
 * What the sources with faults in them ask at every place (`faulty-sources.mjs`): is my fault on? It counts too, which places a test comes by.
 */
export class FaultSwitch {
  /** The fault that is on, -1 for none. */
  active = -1
  /** Whether somebody wants to know which places are come by. */
  counts = false
  #counters
  #hits = 0
  #hitLimit = 0

  /** @param {number} count of all faults */
  constructor(count) {
    this.#counters = new Uint32Array(count)
  }

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

  startCounting() {
    this.#counters.fill(0)
    this.counts = true
  }

  /** @returns {ReadonlyMap<number, number>} how often each place was come by, without those that were not */
  stopCounting() {
    this.counts = false
    /** @type {Map<number, number>} */
    const hits = new Map()
    this.#counters.forEach((count, fault) => {
      if (count > 0) hits.set(fault, count)
    })
    return hits
  }

  /** @param {...number} faults */
  cover(...faults) {
    for (const fault of faults) this.#counters[fault] = (this.#counters[fault] ?? 0) + 1
  }
}
