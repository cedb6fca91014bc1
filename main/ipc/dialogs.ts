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

export async function askWhatToOpen(window: BrowserWindow, filters: FileFilter[]): Promise<string | null> {
  const answer = await dialog.showOpenDialog(window, { filters, properties: ['openFile'] })
  return answer.canceled ? null : (answer.filePaths[0] ?? null)
}
