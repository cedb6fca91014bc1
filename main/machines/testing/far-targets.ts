import fs from 'node:fs'
import path from 'node:path'
import { buildSample, startTarget, type SampleTarget, type StartTargetOptions } from '../../../samples/start-target.ts'
import { farIds, forFarUser } from './ssh-server.ts'

/** Targets of the second user, in the `far` part of this machine. */
export class FarTargets {
  readonly #folder: string
  readonly #targets: SampleTarget[] = []

  /** @param folder where that user may read; whoever made it removes it. */
  constructor(folder: string) {
    this.#folder = folder
  }

  async start(options: StartTargetOptions): Promise<SampleTarget> {
    const folder = fs.mkdtempSync(path.join(this.#folder, 't-'))
    fs.chmodSync(folder, 0o755)
    const program = forFarUser(buildSample(options.variant ?? 'net10'), folder)
    const env = { TMPDIR: undefined, HOME: '/tmp', ...options.env }
    const target = await startTarget({ ...options, program, user: farIds(), cwd: '/tmp', env })
    this.#targets.push(target)
    return target
  }

  async end(): Promise<void> {
    await Promise.allSettled(this.#targets.map((target) => target.dispose()))
  }
}
