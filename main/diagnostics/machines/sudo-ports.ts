import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import { machineNameOfKey } from '../../../shared/model/machine.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { relayCommand, relayToolOf } from '../../machines/far-relay.ts'
import { textOf } from '../../machines/far-replies.ts'
import type { RemoteDiscovery } from '../../machines/remote-discovery.ts'
import type { SshLink } from '../../machines/ssh-link.ts'
import type { AllProcesses } from './all-processes.ts'

/** What would be run there. Made by main alone: the page names only the process. */
export interface SudoPlan {
  readonly process: Pick<ProcessRow, 'pid' | 'name'> & { readonly processKey: ProcessKey }
  readonly machine: string
  readonly owner: string
  readonly command: string
  /** Of the connection that it holds for. */
  readonly link: SudoLink
  readonly farPath: string
}

export type SudoLink = Pick<SshLink, 'isOpen' | 'ask' | 'relay' | 'stopRelay'>
type Processes = Pick<AllProcesses, 'rowOf' | 'endpointOf' | 'retry' | 'subscribe'>
interface MachineParts {
  readonly name: string
  readonly link: SudoLink | null
  readonly discovery: Pick<RemoteDiscovery, 'foreignSocket'> | null
}

/** Longer than a process has for its answer over a link. */
const answerMs = 15_000

/**
 * Opens ports of other users' processes on other machines: plan, the person's consent to its exact command, then a relay for as long as the
 * connection is up. Nothing of it is kept.
 */
export class SudoPorts {
  readonly #processes: Processes
  readonly #machineOf: (name: string) => MachineParts | null
  /** Agreed to, and not begun yet. */
  readonly #agreed = new Map<ProcessKey, SudoPlan>()
  readonly #answerMs: number

  constructor(processes: Processes, machineOf: (name: string) => MachineParts | null, ms = answerMs) {
    this.#processes = processes
    this.#machineOf = machineOf
    this.#answerMs = ms
  }

  /** Looks which programs that machine has; sudo itself is not started before somebody has agreed. */
  async plan(key: ProcessKey): Promise<Result<SudoPlan, AppError>> {
    const machine = this.#machineOf(machineNameOfKey(key) ?? '')
    const row = this.#processes.rowOf(key)
    const endpoint = this.#processes.endpointOf(key)
    const socket = endpoint === null ? null : (machine?.discovery?.foreignSocket(endpoint.path) ?? null)
    if (machine === null || row === null || socket === null)
      return err({ kind: 'not-found', what: 'port of another user' })
    const lost: AppError = { kind: 'link-lost', machine: machine.name }
    const { link } = machine
    const looked = await link?.ask('tools')
    if (link === null || looked?.ok !== true) return err(lost)
    const found = textOf(looked.value, 'tools')
    const tool = relayToolOf(found)
    const owner = row.userName ?? `user ${socket.userId}`
    const refused = { kind: 'sudo-refused', machine: machine.name, owner, said: null } as const
    if (!found.split('\n').includes('sudo')) return err({ ...refused, reason: 'no-sudo' })
    const command = tool === null ? null : relayCommand(tool, socket.userId, socket.farPath)
    if (tool === null || command === null) return err({ ...refused, reason: 'no-program' })
    const process = { pid: row.pid, name: row.name, processKey: key }
    return ok({ process, machine: machine.name, owner, command, link, farPath: socket.farPath })
  }

  agree(plan: SudoPlan): void {
    this.#agreed.set(plan.process.processKey, plan)
  }

  /** Resolves when the process has answered through it, or was not reached. */
  async open(key: ProcessKey): Promise<Result<null, AppError>> {
    const plan = this.#agreed.get(key)
    this.#agreed.delete(key)
    if (plan === undefined) return err({ kind: 'cancelled' })
    const { link, farPath, command, machine, owner } = plan
    if (!link.isOpen) return err({ kind: 'link-lost', machine })
    const relay = await link.relay(farPath, command)
    if (!relay.ok) return relay
    await Promise.race([this.#askAgain(key), relay.value.whenRefused])
    const said = relay.value.refusal
    if (said === null) return ok(null)
    link.stopRelay(farPath)
    this.#processes.retry(key)
    return err({ kind: 'sudo-refused', machine, owner, reason: 'not-allowed', said })
  }

  #askAgain(key: ProcessKey): Promise<void> {
    return new Promise((resolve) => {
      const isAnswer = (row: ProcessRow): boolean => row.key === key && row.state !== 'no-permission'
      const end = (): void => {
        clearTimeout(timer)
        rows.dispose()
        resolve()
      }
      // The row says what came of it.
      const timer = setTimeout(end, this.#answerMs)
      const rows = this.#processes.subscribe((message) => {
        if (message.kind === 'changes' && message.upserted.some(isAnswer)) end()
      })
      if (!this.#processes.retry(key).ok) end()
    })
  }
}
