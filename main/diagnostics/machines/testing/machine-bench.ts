import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { SampleTarget, StartTargetOptions } from '../../../../samples/start-target.ts'
import type { Machine, MachineHop } from '../../../../shared/model/machine.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import type { SshQuestion } from '../../../machines/askpass.ts'
import { FarTargets } from '../../../machines/testing/far-targets.ts'
import { SshServer, type SshServerOptions } from '../../../machines/testing/ssh-server.ts'
import { ProcessDirectory } from '../../processes/directory/directory.ts'
import { SessionRegistry } from '../../session-registry.ts'
import { AllProcesses } from '../all-processes.ts'
import { MachineService } from '../machine-service.ts'
import { MachineStore } from '../machine-store.ts'
import { pause } from '../../../os/pause.ts'

/** A real sshd on loopback, a target of its user, and the services that look at it. */
export class MachineBench {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-far-'))
  readonly questions: SshQuestion[] = []
  /** To the next questions; cancelled without one. */
  answers: (string | null)[] = []
  readonly registry = new SessionRegistry({ journalPath: null })
  readonly processes: AllProcesses
  readonly service: MachineService
  readonly server: SshServer
  readonly targets = new FarTargets(this.folder)

  private constructor(server: SshServer) {
    this.server = server
    fs.chmodSync(this.folder, 0o755)
    this.processes = new AllProcesses(new ProcessDirectory({ storageFolder: null }))
    this.service = new MachineService({
      processes: this.processes,
      registry: this.registry,
      store: new MachineStore(path.join(this.folder, 'machines.json'), Date.now),
      answer: () => (question) => {
        this.questions.push(question)
        return Promise.resolve(this.answers.shift() ?? null)
      },
      readHosts: () => Promise.resolve(['far', 'far-key', 'far-jump']),
      extraArguments: server.clientArguments,
    })
  }

  static async start(options: SshServerOptions = {}): Promise<MachineBench> {
    const bench = new MachineBench(await SshServer.start(options))
    await bench.service.refresh()
    return bench
  }

  machine(name = 'far'): Machine {
    const found = this.service.state().machines.find((machine) => machine.name === name)
    if (found === undefined) throw new Error(`no machine ${name}`)
    return found
  }

  hop(hop: MachineHop, name = 'far') {
    return this.machine(name).hops.find((result) => result.hop === hop)
  }

  async connect(name = 'far'): Promise<void> {
    this.service.connect(`ssh:${name}`)
    await until(() => this.machine(name).state !== 'connecting')
  }

  target(options: StartTargetOptions): Promise<SampleTarget> {
    return this.targets.start(options)
  }

  rowOf(pid: number, name = 'far'): ProcessRow | null {
    return this.processes.rows().find((row) => row.pid === pid && row.machine?.name === name) ?? null
  }

  async ready(pid: number, name = 'far'): Promise<ProcessRow> {
    await until(() => this.rowOf(pid, name)?.state === 'ready')
    const row = this.rowOf(pid, name)
    if (row === null) throw new Error('gone')
    return row
  }

  async end(): Promise<void> {
    await this.registry.stopAll(3000)
    await this.service.disconnectAll()
    this.processes.dispose()
    await this.targets.end()
    await this.server.stop()
    fs.rmSync(this.folder, { recursive: true, force: true })
  }
}

/** The runner's own limit ends it. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(20)
}
