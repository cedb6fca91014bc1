/** Round numbers for axes. Pure; every function returns ticks inside the given bounds, lowest first. */

const stepShares = [1, 2, 2.5, 5, 10]

/** Smallest of 1, 2, 2.5, 5 times a power of ten that needs at most `maxTicks` ticks. */
export function niceStep(span: number, maxTicks: number): number {
  if (!(span > 0) || maxTicks < 1) return 1
  const raw = span / maxTicks
  const power = 10 ** Math.floor(Math.log10(raw))
  for (const share of stepShares) {
    const step = share * power
    if (step >= raw * (1 - 1e-9)) return step
  }
  return 10 * power
}

/** Upper end of a linear axis that starts at `low`: a whole number of steps, with the value inside. */
export function niceCeiling(low: number, high: number, maxTicks: number): number {
  if (!(high > low)) return low + 1
  const step = niceStep(high - low, maxTicks)
  return low + Math.ceil(((high - low) / step) * (1 - 1e-9)) * step
}

export function linearTicks(low: number, high: number, maxTicks: number): number[] {
  const step = niceStep(high - low, maxTicks)
  const ticks: number[] = []
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  for (let index = first; index <= last; index++) {
    // Division keeps 0.3 from becoming 0.30000000000000004 for steps below one.
    const value = step < 1 ? index / (1 / step) : index * step
    ticks.push(Object.is(value, -0) ? 0 : value)
  }
  return ticks
}

/** Powers of ten, with 3s between them while there is room: 1, 3, 10, 30, 100. */
export function logTicks(low: number, high: number, maxTicks: number): number[] {
  if (!(low > 0) || !(high > low)) return []
  for (const shares of [[1, 3], [1]]) {
    const ticks = logTicksOf(low, high, shares, 1)
    if (ticks.length <= maxTicks) return ticks
  }
  const decades = Math.log10(high / low)
  return logTicksOf(low, high, [1], Math.ceil(decades / maxTicks))
}

function logTicksOf(low: number, high: number, shares: readonly number[], decadeStep: number): number[] {
  const ticks: number[] = []
  const firstPower = Math.floor(Math.log10(low))
  const lastPower = Math.ceil(Math.log10(high))
  for (let power = firstPower; power <= lastPower; power++) {
    if (((power % decadeStep) + decadeStep) % decadeStep !== 0) continue
    for (const share of shares) {
      const value = power < 0 ? share / 10 ** -power : share * 10 ** power
      if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) ticks.push(value)
    }
  }
  return ticks
}
