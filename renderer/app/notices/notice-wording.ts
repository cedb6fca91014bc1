import type { AppMessage } from '../../../shared/model/app.ts'
import type { NewNotice, NoticeTone } from '../../store/notices-slice.ts'

type NoticeMessage = Extract<AppMessage, { kind: 'notice' }>

/** Main names the event, the words are here. An event nobody has worded yet still says its name and detail. */
const titles: Readonly<Record<string, string>> = {
  'settings-corrupt': 'The settings could not be read; the defaults are used',
  'settings-write-failed': 'The settings could not be saved',
  'sessions-unclean': 'Some sessions of the last run were not stopped',
  'log-write-failed': 'The log cannot be written',
  'launch-not-recorded': 'A program was started without the recording from its start',
  'trash-failed': "A removed file couldn't be moved to the trash and is in Files again",
  'disk-low': 'Little room is left on the disk',
}

const tones: Readonly<Record<NoticeMessage['level'], NoticeTone>> = { info: 'note', warn: 'warn', error: 'bad' }

export function wordNotice({ level, event, detail }: NoticeMessage): NewNotice {
  return { tone: tones[level], title: titles[event] ?? event.replaceAll('-', ' '), text: detail }
}
