import type { RunningApp } from '../../e2e/fixture/running-app.ts'

const taskCategories = ['toplevel', '__metadata']
/** What the tasks do; writing it takes some processor time itself. */
const splitCategories = [...taskCategories, 'devtools.timeline']

/** What the threads of the app do, task by task, until `stopPageTrace`. `isSplit`: with what the tasks do, for the split of `pageWork`. */
export async function startPageTrace({ application }: RunningApp, isSplit = false): Promise<void> {
  await application.evaluate(
    ({ contentTracing }, categories) =>
      contentTracing.startRecording({ included_categories: categories, excluded_categories: ['*'] }),
    isSplit ? splitCategories : taskCategories,
  )
}

/** Into a file for `pageWork`. Returns the process of the page. */
export async function stopPageTrace({ application }: RunningApp, file: string): Promise<number> {
  return application.evaluate(async ({ contentTracing, BrowserWindow }, target) => {
    await contentTracing.stopRecording(target)
    return BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0
  }, file)
}
