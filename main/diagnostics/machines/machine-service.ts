import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { machineNameOfKey, type Machine, type MachinesState } from '../../../shared/model/machine.ts'
import type { AnswerQuestion } from '../../machines/askpass.ts'
import { readSshHosts } from '../../machines/ssh-config.ts'
import { canForwardSockets, type SshLink } from '../../machines/ssh-link.ts'
import { parseSshHost, type SshHost } from '../../machines/ssh-host.ts'
import type { SessionRegistry } from '../session-registry.ts'
import type { AllProcesses } from './all-processes.ts'
import type { MachineStore } from './machine-store.ts'
import { RemoteMachine } from './remote-machine.ts'
import { SudoPorts } from './sudo-ports.ts'

export interface MachineServiceOptions {
  readonly processes: AllProcesses
  readonly registry: Pick<SessionRegistry, 'hasLeftover' | 'heal' | 'stopThose'>
  readonly store: MachineStore
  /** A question of ssh about this machine, to the person. */
  readonly answer: (machine: string) => AnswerQuestion
  readonly readHosts?: () => Promise<readonly string[]>
  /** For ssh; tests name a configuration of their own. */
  readonly extraArguments?: readonly string[]
}

/** More connections than anybody has open at once. */
const maxAdded = 100
/** The far side of a frozen link can't be asked; nothing waits longer for it. */
const stopTimeoutMs = 4000

/** The machines that processes can be looked at on: this one, those of the ssh configuration, and those that the person added. */
export class MachineService {
  /** Ports of other users' processes. */
  readonly sudo: SudoPorts
  readonly #options: MachineServiceOptions
  readonly #listeners = new Set<() => void>()
  readonly #paceListeners = new Set<() => void>()
  readonly #machines = new Map<string, RemoteMachine>()
  #configured: readonly string[] = []
  #beforeDisconnect: (id: string) => Promise<void> = () => Promise.resolve()

  constructor(options: MachineServiceOptions) {
    this.#options = options
    this.sudo = new SudoPorts(options.processes, (name) => this.#machines.get(idOf(name)) ?? null)
    this.#list()
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** Called when values can come from a machine at another interval than before. */
  onPace(listener: () => void): void {
    this.#paceListeners.add(listener)
  }

  /** The shortest interval at which values of this process can come; null: no link limits it. */
  carriedIntervalMs(processKey: string): number | null {
    const name = machineNameOfKey(processKey)
    return name === null ? null : (this.#machines.get(idOf(name))?.carriedIntervalMs ?? null)
  }

  /** Reads the ssh configuration again. */
  async refresh(): Promise<Result<null, AppError>> {
    this.#configured = await (this.#options.readHosts ?? readSshHosts)()
    this.#list()
    return ok(null)
  }

  state(): MachinesState {
    const machines = [...this.#machines.values()].map((machine): Machine => machine.state())
    return {
      machines,
      unsupported: canForwardSockets() ? null : 'no-control-sockets',
      localProcessCount: this.#options.processes
        .rows()
        .filter((row) => row.machine === undefined && row.state !== 'exited').length,
    }
  }

  nameOf(id: string): string | null {
    return this.#machines.get(id)?.name ?? null
  }

  /** Null: it is not connected, or there is no such machine. */
  linkTo(id: string): SshLink | null {
    return this.#machines.get(id)?.link ?? null
  }

  /** What has to be done there while the connection is still open. */
  setBeforeDisconnect(act: (id: string) => Promise<void>): void {
    this.#beforeDisconnect = act
  }

  /** The connection that a process of the list comes through; null when it is on this machine or there is none now. */
  linkOf(processKey: string): SshLink | null {
    const name = machineNameOfKey(processKey)
    return name === null ? null : (this.#machines.get(idOf(name))?.link ?? null)
  }

  add(destination: string): Result<{ readonly id: string }, AppError> {
    if (parseSshHost(destination) === null)
      return err({ kind: 'invalid-request', what: 'host', detail: 'not a host or user@host' })
    const { store } = this.#options
    if (store.added.length >= maxAdded)
      return err({ kind: 'invalid-request', what: 'host', detail: 'too many connections' })
    if (!store.added.includes(destination)) store.setAdded([...store.added, destination])
    this.#list()
    return ok({ id: idOf(destination) })
  }

  async remove(id: string): Promise<Result<null, AppError>> {
    const machine = this.#machines.get(id)
    if (machine === undefined) return err({ kind: 'not-found', what: 'machine' })
    await this.disconnect(id)
    const { store } = this.#options
    store.setAdded(store.added.filter((name) => name !== machine.name))
    this.#list()
    return ok(null)
  }

  /** Returns at once; how far it comes is in the state. */
  connect(id: string): Result<null, AppError> {
    const machine = this.#machines.get(id)
    if (machine === undefined) return err({ kind: 'not-found', what: 'machine' })
    machine.connect()
    return ok(null)
  }

  /** What runs there is stopped first, so that nothing is left in a process. */
  async disconnect(id: string): Promise<Result<null, AppError>> {
    const machine = this.#machines.get(id)
    if (machine === undefined) return err({ kind: 'not-found', what: 'machine' })
    await Promise.all([this.#stopSessions(machine), this.#beforeDisconnect(id)])
    await machine.disconnect()
    return ok(null)
  }

  /** Before this machine sleeps: a link that is frozen leaves streams undrained. */
  async disconnectAll(): Promise<void> {
    await Promise.all([...this.#machines.keys()].map((id) => this.disconnect(id)))
  }

  async flush(): Promise<void> {
    await this.#options.store.flush()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  async #stopSessions(machine: RemoteMachine): Promise<void> {
    const prefix = `ssh://${machine.name}/`
    await this.#options.registry.stopThose(
      ({ transport, path }) => transport === 'ssh' && path.startsWith(prefix),
      stopTimeoutMs,
    )
  }

  #list(): void {
    const { store } = this.#options
    const names = new Set([...store.added, ...this.#configured])
    for (const [id, machine] of this.#machines)
      if (!names.has(machine.name) && machine.isIdle) this.#machines.delete(id)
    for (const name of names) {
      const host = parseSshHost(name)
      const id = idOf(name)
      const known = this.#machines.get(id)
      const source = store.added.includes(name) ? 'added' : 'configuration'
      if (known !== undefined) known.source = source
      else if (host !== null) this.#machines.set(id, this.#newMachine(id, host, source))
    }
    this.#tell()
  }

  #newMachine(id: string, host: SshHost, source: Machine['source']): RemoteMachine {
    const onPace = (): void => {
      for (const listener of this.#paceListeners) listener()
    }
    return new RemoteMachine({ ...this.#options, onChange: () => this.#tell(), onPace, id, host, source })
  }
}

function idOf(destination: string): string {
  return `ssh:${destination}`
}
