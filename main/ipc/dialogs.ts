import path from 'node:path'
import { dialog, type BrowserWindow, type FileFilter } from 'electron'

/** Null when the person closed the dialog. */
export async function askWhereToSave(
  window: BrowserWindow,
  suggestedName: string,
  filters: FileFilter[],
): Promise<string | null> {
  const answer = await dialog.showSaveDialog(window, {
    defaultPath: suggestedName,
    filters,
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  })
  return answer.canceled || answer.filePath === '' ? null : answer.filePath
}

/** Where to save what is made of a file: beside it, under a name of its own. Null: the dialog was closed. */
export function askTarget(
  window: BrowserWindow,
  sourcePath: string,
  suffix: string,
  extension: string,
): Promise<string | null> {
  const { dir, name } = path.parse(sourcePath)
  const suggested = path.join(dir, `${name}${suffix}.${extension}`)
  return askWhereToSave(window, suggested, [{ name: `${extension} file`, extensions: [extension] }])
}

export async function askWhatToOpen(window: BrowserWindow, filters: FileFilter[]): Promise<string | null> {
  const answer = await dialog.showOpenDialog(window, { filters, properties: ['openFile'] })
  return answer.canceled ? null : (answer.filePaths[0] ?? null)
}

/** The debugging library of a dump's runtime: its code will run, so that nobody but the person names it. */
export async function askForLibrary(window: BrowserWindow): Promise<string | null> {
  const answer = await dialog.showOpenDialog(window, {
    title: 'Choose the debugging library (mscordaccore)',
    message: 'Its code will run on this machine. Choose only a file that you trust.',
    buttonLabel: 'Use this library',
    filters: [{ name: 'Debugging library of .NET', extensions: ['so', 'dll', 'dylib'] }],
    properties: ['openFile'],
  })
  return answer.canceled ? null : (answer.filePaths[0] ?? null)
}
