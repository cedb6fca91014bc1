import type { ElectronApplication } from 'playwright'

const taskCategories = ['toplevel', '__metadata']
/** What the tasks do; writing it takes some processor time itself. */
const splitCategories = [...taskCategories, 'devtools.timeline']
/** With the functions of scripts, to look at: it makes all of them slower. */
const detailCategories = [...splitCategories, 'blink', 'disabled-by-default-v8.cpu_profiler']

export type TraceDetail = 'tasks' | 'split' | 'functions'
const categoriesOf: Readonly<Record<TraceDetail, readonly string[]>> = {
  tasks: taskCategories,
  split: splitCategories,
  functions: detailCategories,
}

export interface Traced {
  readonly application: ElectronApplication
}

/** What the threads of the app do, until `stopPageTrace`: task by task, or with what the tasks do, for the split of `pageWork`. */
export async function startPageTrace({ application }: Traced, detail: TraceDetail): Promise<void> {
  await application.evaluate(
    ({ contentTracing }, categories) =>
      contentTracing.startRecording({ included_categories: categories, excluded_categories: ['*'] }),
    [...categoriesOf[detail]],
  )
}

/** Into a file for `pageWork`. Returns the process of the page. */
export async function stopPageTrace({ application }: Traced, file: string): Promise<number> {
  return application.evaluate(async ({ contentTracing, BrowserWindow }, target) => {
    await contentTracing.stopRecording(target)
    return BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0
  }, file)
}
