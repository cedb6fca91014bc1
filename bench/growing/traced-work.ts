import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startPageTrace, stopPageTrace, type Traced } from './page-trace.ts'
import { pageWork, type PageWork } from './page-work.ts'

export interface TraceOptions {
  /** With what the tasks do. */
  readonly isSplit: boolean
  /** The trace is kept there, with the functions of scripts, which makes them slower; undefined: not. */
  readonly keptAs: string | undefined
}

/** What the main thread of a page works in each sixtieth of a second while `during` runs. */
export async function tracedWork(
  app: Traced,
  { isSplit, keptAs }: TraceOptions,
  during: () => Promise<void>,
): Promise<PageWork> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'page-trace-'))
  const file = path.join(folder, 'page.json')
  try {
    await startPageTrace(app, keptAs !== undefined ? 'functions' : isSplit ? 'split' : 'tasks')
    await during()
    const pid = await stopPageTrace(app, file)
    if (keptAs !== undefined) copyFileSync(file, keptAs)
    return pageWork(file, pid)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
