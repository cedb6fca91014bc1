import { dialog, type BrowserWindow, type FileFilter } from 'electron'

/** Where files went that the person saved in this run: only these (and our own folders) may be revealed. */
export class SavedPaths {
  readonly #paths = new Set<string>()

  add(filePath: string): void {
    // Newest last; a few hundred are more than anybody reveals.
    this.#paths.delete(filePath)
    this.#paths.add(filePath)
    const oldest = this.#paths.values().next().value
    if (this.#paths.size > 500 && oldest !== undefined) this.#paths.delete(oldest)
  }

  has(filePath: string): boolean {
    return this.#paths.has(filePath)
  }
}

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
