import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { must } from '../../shared/base/assert.ts'

const writeOption = '--write'

interface GeneratedFile {
  readonly name: string
  /** How much is in it, in millions; goes to the process that makes it. */
  readonly millions: number
  readonly write: (file: string) => void
  readonly read: (file: string) => Promise<void>
}

/** Makes a file and measures with it. A process of its own makes it, so that its memory is not counted: this program, started again with its path. */
export async function withGeneratedFile({ name, millions, write, read }: GeneratedFile): Promise<void> {
  const [option, fileToWrite] = process.argv.slice(3)
  if (option === writeOption && fileToWrite !== undefined) return write(fileToWrite)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'heap-bench-'))
  const file = path.join(folder, name)
  try {
    const program = must(process.argv[1], 'the program')
    const { status } = spawnSync(process.execPath, [program, String(millions), writeOption, file], { stdio: 'inherit' })
    if (status !== 0) throw new Error('the file could not be made')
    await read(file)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
