import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { makePrivateFolder } from '../os/private-folder.ts'

export const linkFolderPrefix = 'psc-'
/** Made for a connection first, and held open by us and by ssh for as long as either of them uses the folder. */
const logName = 'log'
/** What is left of a path's length on every system, with the name that ssh gives to the socket until it listens. */
const maxFolderLength = 60

/** The folder of one connection: its sockets, log and question pipes. */
export function makeLinkFolder(): string {
  const parent = linkFolderParents().find((folder) => folder.length <= maxFolderLength && fs.existsSync(folder))
  return makePrivateFolder(linkFolderPrefix, parent ?? '/tmp')
}

export function linkLogPath(folder: string): string {
  return path.join(folder, logName)
}

/** Paths of sockets are short; the folder for temporary files of some systems is not. */
export function linkFolderParents(): readonly string[] {
  const runtime = process.env['XDG_RUNTIME_DIR']
  return [...new Set([...(runtime === undefined ? [] : [runtime]), os.tmpdir(), '/tmp'])]
}
