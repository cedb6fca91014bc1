import { dialog } from 'electron'

export interface Question {
  readonly message: string
  /** The full effect of the verb. */
  readonly detail: string
  /** What the first button does. */
  readonly verb: string
}

/** A question that main asks in its own words: no page can answer it. Return and Escape cancel; only the verb is a yes. */
export async function ask({ message, detail, verb }: Question, signal?: AbortSignal): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message,
    detail,
    buttons: [verb, 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
    ...(signal ? { signal } : {}),
  })
  return response === 0
}
