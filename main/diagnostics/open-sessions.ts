import type { Endpoint } from '../transport/endpoint.ts'
import type { Session } from './session-model.ts'

export type IsMeant = (endpoint: Endpoint) => boolean

const everything: IsMeant = () => true

/** What is open in which target, from the first byte sent to the moment when nothing of it is left there, and the way all of it is stopped. */
export class OpenSessions {
  readonly #sessions = new Set<Session>()
  /** From the first byte sent to the moment when nothing of the attempt is left in the target. */
  readonly #unclean = new Map<Promise<void>, Endpoint>()
  readonly #countByPath = new Map<string, number>()
  /** What is being stopped; nothing of it can be opened. */
  readonly #barred = new Set<IsMeant>()

  /** Over all targets. */
  get count(): number {
    return this.#sessions.size
  }

  /** Nothing of ours is left in any target, spare slots included; what was given up is not ours any more. */
  get isIdle(): boolean {
    return this.#sessions.size === 0 && this.#unclean.size === 0
  }

  /** Places that are taken in this target, by sessions that are just being opened too. */
  placesIn({ path }: Endpoint): number {
    return this.#countByPath.get(path) ?? 0
  }

  takePlace(endpoint: Endpoint): void {
    this.#count(endpoint, 1)
  }

  leavePlace(endpoint: Endpoint): void {
    this.#count(endpoint, -1)
  }

  /** Has a place already, and leaves it when it ends. */
  add(session: Session): void {
    this.#sessions.add(session)
    void session.whenEnded.then(() => {
      this.#sessions.delete(session)
      this.leavePlace(session.endpoint)
    })
    // Stopping began while the runtime was answering.
    if (this.isBarred(session.endpoint)) session.dispose()
  }

  /** Waited for by every stop until what is returned is called: nothing of the attempt is left, or left to be waited for. */
  attempt(endpoint: Endpoint): () => void {
    let over: () => void = nothing
    const clean = new Promise<void>((resolve) => (over = resolve))
    this.#unclean.set(clean, endpoint)
    return () => {
      this.#unclean.delete(clean)
      over()
    }
  }

  /** Of each session in this target, spare ones too, and of each attempt; those that have come since. */
  uncleanIn({ path }: Endpoint, before: ReadonlySet<Promise<void>> = new Set()): readonly Promise<void>[] {
    return this.#uncleanOf((endpoint) => endpoint.path === path).filter((clean) => !before.has(clean))
  }

  isBarred(endpoint: Endpoint): boolean {
    return [...this.#barred].some((isMeant) => isMeant(endpoint))
  }

  /** Stops those behind such endpoints and waits for their ends, at most so long. */
  async stopThose(isMeant: IsMeant, timeoutMs: number): Promise<void> {
    this.#barred.add(isMeant)
    await this.#stopWithin(isMeant, timeoutMs)
    this.#barred.delete(isMeant)
  }

  /** Also what is just being opened; what does not end in time is given up. Nothing can be opened afterwards. */
  async stopAll(timeoutMs: number): Promise<void> {
    this.#barred.add(everything)
    await this.#stopWithin(everything, timeoutMs)
    for (const session of this.#sessions) session.abandon()
  }

  async #stopWithin(isMeant: IsMeant, timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)))
    await Promise.race([this.#stop(isMeant), deadline])
    clearTimeout(timer)
  }

  async #stop(isMeant: IsMeant): Promise<void> {
    for (;;) {
      const sessions = [...this.#sessions].filter(({ endpoint }) => isMeant(endpoint))
      const unclean = this.#uncleanOf(isMeant)
      if (sessions.length === 0 && unclean.length === 0) return
      // oxlint-disable-next-line no-await-in-loop -- others may have been answered meanwhile
      const stopped = await Promise.all(sessions.map((session) => session.stop()))
      // A session that could not be stopped is never clean; waiting for it would not end.
      if (stopped.some(({ ok: isOk }) => !isOk)) return
      // oxlint-disable-next-line no-await-in-loop -- as above
      await Promise.all(unclean)
    }
  }

  #uncleanOf(isMeant: IsMeant): readonly Promise<void>[] {
    return [...this.#unclean].filter(([, endpoint]) => isMeant(endpoint)).map(([clean]) => clean)
  }

  #count({ path }: Endpoint, change: number): void {
    const count = (this.#countByPath.get(path) ?? 0) + change
    if (count > 0) this.#countByPath.set(path, count)
    else this.#countByPath.delete(path)
  }
}

function nothing(): void {
  // Replaced before it can be called.
}
