/**
 * The application behind the demo: a small order service under a load that swells, ebbs and now and then jumps. Pure
 * and seeded: the same seed and the same times give the same totals, so a test can ask for exact values. Everything is
 * kept as totals since the start; counters and meters take differences of these as the real ones do.
 */
export interface GcRecord {
  readonly number: number
  readonly generation: 0 | 1 | 2
  readonly atMs: number
  readonly pauseMs: number
  readonly heapBytes: readonly [gen0: number, gen1: number, gen2: number, loh: number, poh: number]
}

export interface ExceptionRecord {
  readonly atMs: number
  readonly typeName: string
  readonly message: string
}

export const channelNames = ['web', 'app', 'partner'] as const
export type ChannelName = (typeof channelNames)[number]
export const exceptionTypes = ['Demo.Orders.PaymentDeclinedException', 'System.TimeoutException'] as const
export const warehouses = ['berlin', 'porto'] as const

const stepMs = 20
/** A machine that slept does not get its lost hours simulated: one jump, then on. */
const longestCatchUpMs = 60_000
const channelShares: Readonly<Record<ChannelName, number>> = { web: 0.55, app: 0.33, partner: 0.12 }
const gen0BudgetBytes = 24 * 1024 * 1024

export class Simulation {
  readonly #seed: number
  readonly #startMs: number
  #nowMs: number
  #gen0Bytes = 0
  #gcs: GcRecord[] = []
  #exceptions: ExceptionRecord[] = []
  #failureShare = 0

  readonly orders: Record<ChannelName, number> = { web: 0, app: 0, partner: 0 }
  /** Sum of order durations in ms, for the histogram's `sum`. */
  readonly orderDurationSumMs: Record<ChannelName, number> = { web: 0, app: 0, partner: 0 }
  readonly exceptionCounts: Record<string, number> = Object.fromEntries(exceptionTypes.map((name) => [name, 0]))
  readonly gcCounts: [number, number, number] = [0, 0, 0]
  readonly heapBytes: [number, number, number, number, number] = [0, 6e6, 22e6, 9e6, 0.6e6]
  allocatedBytes = 0
  pauseMs = 0
  cpuUserMs = 380
  cpuSystemMs = 90
  lockContentions = 0
  workItems = 0

  constructor(seed: number, startMs: number) {
    this.#seed = seed
    this.#startMs = startMs
    this.#nowMs = startMs
  }

  get nowMs(): number {
    return this.#nowMs
  }

  /** Seconds since the application started. */
  get ageS(): number {
    return (this.#nowMs - this.#startMs) / 1000
  }

  /** 0.1 (quiet) to about 1.6 (a rush). */
  get load(): number {
    return this.#loadAt(this.ageS)
  }

  get ordersInProgress(): number {
    return Math.round(3 + 24 * this.load * (1 + 0.2 * this.#noise(7, this.ageS / 2)))
  }

  get queueLength(): number {
    return Math.max(0, Math.round(9 * (this.load - 0.75) + 1.5 * this.#noise(11, this.ageS)))
  }

  get threadCount(): number {
    return Math.round(8 + 6 * this.load)
  }

  get workingSetBytes(): number {
    return 88e6 + this.heapBytes.reduce((sum, bytes) => sum + bytes, 0)
  }

  get jittedMethods(): number {
    return Math.round(2400 * (1 - Math.exp(-(this.ageS + 4) / 40)) + this.ageS / 9)
  }

  stock(warehouse: (typeof warehouses)[number]): number {
    const phase = warehouse === 'berlin' ? 0 : 130
    return Math.round(900 - ((this.ageS * 1.7 + phase) % 420) - 12 * this.#noise(13 + phase, this.ageS / 5))
  }

  /** Quantiles of an order's duration now, in seconds as meters of .NET publish durations. */
  orderDurationS(channel: ChannelName): { readonly p50: number; readonly p95: number; readonly p99: number } {
    const base = (channel === 'partner' ? 0.041 : 0.019) * (0.75 + 0.5 * this.load + 0.08 * this.#noise(17, this.ageS))
    const tail = 2.3 + 1.8 * Math.max(0, this.load - 0.7)
    return { p50: base, p95: base * tail, p99: base * tail * 1.7 }
  }

  /** GCs since the last call. */
  takeGcs(): readonly GcRecord[] {
    const taken = this.#gcs
    this.#gcs = []
    return taken
  }

  /** Exceptions since the last call. */
  takeExceptions(): readonly ExceptionRecord[] {
    const taken = this.#exceptions
    this.#exceptions = []
    return taken
  }

  advanceTo(timeMs: number): void {
    if (timeMs - this.#nowMs > longestCatchUpMs) this.#nowMs = timeMs - longestCatchUpMs
    while (this.#nowMs + stepMs <= timeMs) this.#step()
  }

  #step(): void {
    this.#nowMs += stepMs
    const load = this.load
    const seconds = stepMs / 1000
    const newOrders = 46 * load * seconds
    for (const channel of channelNames) {
      const count = newOrders * channelShares[channel]
      this.orders[channel] += count
      this.orderDurationSumMs[channel] += count * this.orderDurationS(channel).p50 * 1250
    }
    this.workItems += newOrders * 7
    this.lockContentions += Math.max(0, load - 0.55) * 3 * seconds
    this.cpuUserMs += stepMs * (0.06 + 0.34 * load)
    this.cpuSystemMs += stepMs * (0.02 + 0.07 * load)
    this.#fail(newOrders * (0.012 + 0.04 * Math.max(0, load - 1)))
    this.#allocate((1.6e6 + 12.5e6 * load) * seconds)
  }

  #fail(expected: number): void {
    this.#failureShare += expected
    while (this.#failureShare >= 1) {
      this.#failureShare -= 1
      const isDeclined = this.#noise(23, this.#nowMs / 137) < 0.45
      const typeName = exceptionTypes[isDeclined ? 0 : 1]
      this.exceptionCounts[typeName] = (this.exceptionCounts[typeName] ?? 0) + 1
      const message = isDeclined ? 'The card was declined.' : 'The payment provider did not answer in 250 ms.'
      this.#exceptions.push({ atMs: this.#nowMs, typeName, message })
    }
  }

  #allocate(bytes: number): void {
    this.allocatedBytes += bytes
    this.#gen0Bytes += bytes
    this.heapBytes[0] = this.#gen0Bytes
    if (this.#gen0Bytes >= gen0BudgetBytes) this.#collect()
  }

  #collect(): void {
    const number = this.gcCounts[0] + this.gcCounts[1] + this.gcCounts[2] + 1
    const generation = number % 32 === 0 ? 2 : number % 6 === 0 ? 1 : 0
    const survived = this.#gen0Bytes * 0.06
    this.#gen0Bytes = 0
    this.heapBytes[0] = 0.4e6
    this.heapBytes[1] += survived
    if (generation >= 1) {
      this.heapBytes[2] += this.heapBytes[1] * 0.55
      this.heapBytes[1] = 1.2e6
    }
    if (generation === 2) {
      this.heapBytes[2] = 22e6 + 3e6 * Math.abs(this.#noise(29, number))
      this.heapBytes[3] = 9e6
    } else this.heapBytes[3] += 0.35e6
    const pauseMs = [1.6, 4.2, 13][generation]! * (1 + 0.4 * this.#noise(31, number * 1.37))
    this.gcCounts[generation] += 1
    this.pauseMs += pauseMs
    this.#gcs.push({ number, generation, atMs: this.#nowMs, pauseMs, heapBytes: [...this.heapBytes] })
  }

  #loadAt(ageS: number): number {
    const waves = 0.58 + 0.24 * Math.sin(ageS / 19) + 0.1 * Math.sin(ageS / 5.7 + 1) + 0.09 * this.#noise(3, ageS / 2.5)
    const untilRush = (ageS + 55) % 90
    const rush = untilRush < 9 ? 0.7 * Math.sin((untilRush / 9) * Math.PI) : 0
    return Math.max(0.1, waves + rush)
  }

  /** Smooth noise in -1 to 1: hashed values at whole positions, eased in between. */
  #noise(lane: number, position: number): number {
    const left = Math.floor(position)
    const share = position - left
    const eased = share * share * (3 - 2 * share)
    return this.#hash(lane, left) * (1 - eased) + this.#hash(lane, left + 1) * eased
  }

  #hash(lane: number, position: number): number {
    let h = (this.#seed ^ Math.imul(lane, 0x9e3779b1) ^ Math.imul(position, 0x85ebca6b)) >>> 0
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) >>> 0
    h = Math.imul(h ^ (h >>> 12), 0x297a2d39) >>> 0
    return ((h ^ (h >>> 15)) >>> 0) / 0x7fffffff - 1
  }
}
