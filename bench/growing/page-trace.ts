import type { RunningApp } from '../../e2e/fixture/running-app.ts'

/** What the threads of the app do, task by task, until `stopPageTrace`. */
export async function startPageTrace({ application }: RunningApp): Promise<void> {
  await application.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({ included_categories: ['toplevel', '__metadata'], excluded_categories: ['*'] }),
  )
}

/** Into a file for `pageWork`. Returns the process of the page. */
export async function stopPageTrace({ application }: RunningApp, file: string): Promise<number> {
  return application.evaluate(async ({ contentTracing, BrowserWindow }, target) => {
    await contentTracing.stopRecording(target)
    return BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0
  }, file)
}
