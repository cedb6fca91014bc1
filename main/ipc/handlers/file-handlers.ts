import path from 'node:path'
import { shell } from 'electron'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { writeAtomically } from '../../os/atomic-file.ts'
import type { PathGrants } from '../consent/path-grants.ts'
import { askWhereToSave } from '../dialogs.ts'
import type { Handlers } from '../request-context.ts'
import { copyPng, copyText } from '../system-clipboard.ts'

type FileChannels = 'clipboard.writeText' | 'clipboard.writePng' | 'files.save' | 'files.reveal'

export interface FileHandlerParts {
  readonly grants: PathGrants
  /** Folders of ours that the settings show. */
  readonly ownFolders: readonly string[]
  /** Files that were made here. */
  readonly isOurs: (path: string) => boolean
}

export function fileHandlers({ grants, ownFolders, isOurs }: FileHandlerParts): Pick<Handlers, FileChannels> {
  return {
    'clipboard.writeText': async ({ text }) => {
      await copyText(text)
      return ok(null)
    },
    'clipboard.writePng': async ({ png }) => {
      if (await copyPng(png)) return ok(null)
      return err({ kind: 'invalid-request', what: 'clipboard.writePng', detail: 'not a picture' })
    },
    'files.save': async ({ suggestedName, content }, { page }) => {
      const extension = path.extname(suggestedName).slice(1)
      const filters = extension === '' ? [] : [{ name: `${extension.toUpperCase()} file`, extensions: [extension] }]
      const chosen = await askWhereToSave(page.window, suggestedName, filters)
      if (chosen === null) return ok(null)
      const written = await saveTo(chosen, new Uint8Array(content))
      if (!written.ok) return written
      grants.add(chosen)
      return ok({ path: chosen })
    },
    'files.reveal': ({ path: filePath }) => {
      // The page is not trusted to look around the disk with this.
      if (!grants.has(filePath) && !ownFolders.includes(filePath) && !isOurs(filePath))
        return err({ kind: 'not-found', what: 'saved file' })
      shell.showItemInFolder(filePath)
      return ok(null)
    },
  }
}

/** Whole or not at all: an interrupted save leaves what was there before. */
export async function saveTo(filePath: string, content: Uint8Array | string): Promise<Result<null, AppError>> {
  try {
    await writeAtomically(filePath, content)
    return ok(null)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    return err({ kind: 'io', operation: 'write', path: filePath, code })
  }
}
