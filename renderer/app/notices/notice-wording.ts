import type { AppMessage } from '../../../shared/model/app.ts'
import type { NewNotice, NoticeTone } from '../../store/notices-slice.ts'

type NoticeMessage = Extract<AppMessage, { kind: 'notice' }>

/** Main names the event, the words are here. An event nobody has worded yet still says its name and detail. */
const titles: Readonly<Record<string, string>> = {
  'settings-corrupt': 'Couldn’t read the settings; using the defaults',
  'settings-write-failed': 'Couldn’t save the settings',
  'sessions-unclean': 'Some sessions from the last run were left open',
  'log-write-failed': 'Couldn’t write the log',
  'launch-not-recorded': 'A program started without its startup recording',
  'rule-fired': 'A rule fired',
  'trash-failed': 'Couldn’t move a removed file to the trash; it is back in Files',
  'disk-low': 'Low disk space',
}

const tones: Readonly<Record<NoticeMessage['level'], NoticeTone>> = { info: 'note', warn: 'warn', error: 'bad' }

export function wordNotice({ level, event, detail }: NoticeMessage): NewNotice {
  return { tone: tones[level], title: titles[event] ?? event.replaceAll('-', ' '), text: detail }
}
