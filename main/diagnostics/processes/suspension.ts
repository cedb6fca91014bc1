/** How a runtime was told to wait at its start. */
export interface SuspensionSettings {
  /** Its default endpoint waits: a resume sent there counts. */
  readonly isDefaultPortSuspended: boolean
  /** Ports that it connects to and waits at; a resume sent to the default endpoint does nothing for them. */
  readonly addresses: readonly string[]
}

export const notSuspended: SuspensionSettings = { isDefaultPortSuspended: false, addresses: [] }

/** Out of the environment at the start; null when that can't be read. `COMPlus_` counts on CoreCLR only, which is all that had it. */
export function suspensionSettings(environment: ReadonlyMap<string, string> | null): SuspensionSettings | null {
  if (environment === null) return null
  const read = (name: string): string | undefined =>
    environment.get(`DOTNET_${name}`) ?? environment.get(`COMPlus_${name}`)
  return {
    isDefaultPortSuspended: Number.parseInt(read('DefaultDiagnosticPortSuspend') ?? '0', 16) > 0,
    addresses: (read('DiagnosticPorts') ?? '').split(';').flatMap((port) => suspendingAddress(port) ?? []),
  }
}

/**
 * `address[,tag...]`, no trimming. The first part is always the address; of contradicting tags the first wins; unknown ones are
 * ignored, so that a typo in `nosuspend` suspends; `listen` ports are dropped on desktops.
 */
function suspendingAddress(port: string): string | null {
  const [address, ...tags] = port.split(',').filter((part) => part !== '')
  if (address === undefined) return null
  const lower = tags.map((tag) => tag.toLowerCase())
  const mode = lower.find((tag) => tag === 'connect' || tag === 'listen')
  const suspend = lower.find((tag) => tag === 'suspend' || tag === 'nosuspend')
  return mode !== 'listen' && suspend !== 'nosuspend' ? address : null
}

/**
 * Whether it waits now. Nothing in the protocol says so: it was told to, and it has not started to run managed code. Null where
 * one of the two is unknown.
 */
export function isWaitingAtStart(settings: SuspensionSettings | null, hasStarted: boolean | null): boolean | null {
  if (hasStarted === true) return false
  if (settings === null) return null
  if (!settings.isDefaultPortSuspended && settings.addresses.length === 0) return false
  return hasStarted === null ? null : true
}
