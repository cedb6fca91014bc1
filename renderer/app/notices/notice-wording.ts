import type { AppMessage } from '../../../shared/model/app.ts'
import type { NewNotice, NoticeTone } from '../../store/notices-slice.ts'
import { appLabels } from '../app-labels.ts'

type NoticeMessage = Extract<AppMessage, { kind: 'notice' }>

/** Main names the event, the words are here. An event nobody has worded yet still says its name and detail. */
const titles: Readonly<Record<string, string>> = appLabels.events

const tones: Readonly<Record<NoticeMessage['level'], NoticeTone>> = { info: 'note', warn: 'warn', error: 'bad' }

export function wordNotice({ level, event, detail }: NoticeMessage): NewNotice {
  return { tone: tones[level], title: titles[event] ?? event.replaceAll('-', ' '), text: detail }
}
