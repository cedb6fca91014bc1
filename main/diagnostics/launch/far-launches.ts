import fs from 'node:fs'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { removeWithin } from '../../os/remove-within.ts'
import type { FarLaunchEntry } from './far-launch-entry.ts'
import { FarOutput } from './far-output.ts'
import { OutputFile } from './output-file.ts'
import { StopRequest } from './stop-request.ts'

export type FarLaunchParts = Pick<
  FarLaunchEntry,
  'machine' | 'request' | 'folder' | 'link' | 'far' | 'portId' | 'stopListening' | 'isEarlier' | 'startedMs'
>

/** Programs that were started on other machines, with the files here that their output goes to. */
export class FarLaunches {
  readonly #folder: string
  readonly #stopWithinMs: number | undefined
  readonly #launches = new Map<string, FarLaunchEntry>()

  /** `folder`: one folder per launch in it. */
  constructor(folder: string, stopWithinMs: number | undefined) {
    this.#folder = folder
    this.#stopWithinMs = stopWithinMs
  }

  has(id: string): boolean {
    return this.#launches.has(id)
  }

  get(id: string): FarLaunchEntry | null {
    return this.#launches.get(id) ?? null
  }

  all(): readonly FarLaunchEntry[] {
    return [...this.#launches.values()]
  }

  /** With the files for its output, which a full disk can refuse. */
  async add(id: string, parts: FarLaunchParts): Promise<Result<FarLaunchEntry, AppError>> {
    const folder = path.join(this.#folder, id)
    try {
      await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 })
      const stdout = new OutputFile(path.join(folder, 'stdout.txt'))
      const stderr = new OutputFile(path.join(folder, 'stderr.txt'))
      const launch: FarLaunchEntry = {
        ...parts,
        id,
        startedAt: performance.now(),
        stdout,
        stderr,
        outputs: { stdout: new FarOutput('stdout', stdout), stderr: new FarOutput('stderr', stderr) },
        phase: 'starting',
        waiting: new Map(),
        pid: null,
        endedMs: null,
        exitCode: null,
        isLookedAt: false,
        unseenEnd: null,
        whenLeft: Promise.resolve(),
        stopRequest: new StopRequest(this.#stopWithinMs),
      }
      this.#launches.set(id, launch)
      return ok(launch)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
      return err({ kind: 'io', operation: 'launch', path: folder, code })
    }
  }

  /** With its output. */
  async remove(launch: FarLaunchEntry): Promise<void> {
    this.#launches.delete(launch.id)
    launch.stdout.dispose()
    launch.stderr.dispose()
    await removeWithin(path.join(this.#folder, launch.id))
  }

  dispose(): void {
    for (const launch of this.#launches.values()) {
      launch.far?.dispose()
      launch.stdout.dispose()
      launch.stderr.dispose()
    }
  }
}
