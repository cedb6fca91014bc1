/** How a runtime was told to wait at its start. */
export interface SuspensionSettings {
  /** Its default endpoint waits: a resume sent there counts. */
  readonly isDefaultPortSuspended: boolean
  /** It waits for a tool that owns a port; a resume sent to the default endpoint does nothing. */
  readonly isOtherPortSuspended: boolean
}

export const notSuspended: SuspensionSettings = { isDefaultPortSuspended: false, isOtherPortSuspended: false }

/** Out of the environment at the start. `COMPlus_` counts on CoreCLR only, which is all that had it. */
export function suspensionSettings(environment: ReadonlyMap<string, string> | null): SuspensionSettings {
  if (environment === null) return notSuspended
  const read = (name: string): string | undefined =>
    environment.get(`DOTNET_${name}`) ?? environment.get(`COMPlus_${name}`)
  return {
    isDefaultPortSuspended: Number.parseInt(read('DefaultDiagnosticPortSuspend') ?? '0', 16) > 0,
    isOtherPortSuspended: (read('DiagnosticPorts') ?? '').split(';').some((port) => suspends(port)),
  }
}

/**
 * `address[,tag...]`, no trimming. The first part is always the address; of contradicting tags the first wins; unknown ones are
 * ignored, so that a typo in `nosuspend` suspends; `listen` ports are dropped on desktops.
 */
function suspends(port: string): boolean {
  const [address, ...tags] = port.split(',').filter((part) => part !== '')
  if (address === undefined) return false
  const lower = tags.map((tag) => tag.toLowerCase())
  const mode = lower.find((tag) => tag === 'connect' || tag === 'listen')
  const suspend = lower.find((tag) => tag === 'suspend' || tag === 'nosuspend')
  return mode !== 'listen' && suspend !== 'nosuspend'
}

/** Threads a runtime has before anything managed runs: main, and those of its diagnostics server. */
export const maxWaitingThreads = 3

/**
 * Whether it waits now. Nothing in the protocol says so; a waiting runtime has not made its finalizer and other threads: 3 threads on
 * .NET 8 to 10, 2 with NativeAOT (measured), against 8 and 4 of the same programs running.
 */
export function isWaitingAtStart(settings: SuspensionSettings, threadCount: number | null): boolean {
  if (!settings.isDefaultPortSuspended && !settings.isOtherPortSuspended) return false
  return threadCount !== null && threadCount <= maxWaitingThreads
}
