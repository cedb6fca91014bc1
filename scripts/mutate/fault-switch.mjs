/** More than any code takes that is not measured. Small enough for the engine to count down without a new number each time. */
const plenty = 2 ** 30

/**
 * What the sources with faults in them ask at every place (`faulty-sources.mjs`): is my fault on? They also count down at every place, which
 * costs little and ends what a fault makes run for ever.
 */
export class FaultSwitch {
  /** The fault that is on, -1 for none. */
  active = -1
  /** How many places may still be come by before `pass` is asked. */
  fuel = plenty
  #isCounting = false
  #counters
  #steps = 0

  /** @param {number} count of all faults */
  constructor(count) {
    this.#counters = new Uint32Array(count)
  }

  /**
   * @param {number} fault
   * @param {number} mostSteps how many places the tests may come by before that is a run without end
   */
  turnOn(fault, mostSteps) {
    this.active = fault
    this.fuel = Math.min(mostSteps, plenty)
  }

  turnOff() {
    this.active = -1
    this.fuel = plenty
  }

  startCounting() {
    this.#counters.fill(0)
    this.#steps = 0
    this.#isCounting = true
    this.fuel = 0
  }

  /** @returns {{ readonly faults: readonly number[], readonly steps: number }} the places come by, and how many steps that took */
  stopCounting() {
    this.#isCounting = false
    this.fuel = plenty
    /** @type {number[]} */
    const faults = []
    this.#counters.forEach((count, fault) => {
      if (count > 0) faults.push(fault)
    })
    return { faults, steps: this.#steps }
  }

  /** @param {...number} faults of the place, once there is no fuel */
  pass(...faults) {
    if (this.#isCounting) {
      this.fuel = 0
      this.#steps += 1
      for (const fault of faults) this.#counters[fault] = 1
    } else if (this.active < 0) this.fuel = plenty
    else throw new Error('A fault made the code run without end')
  }
}
