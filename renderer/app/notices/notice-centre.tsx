import { Bell, CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import { formatTime } from '../../../shared/base/format.ts'
import { useApp } from '../../store/create-store.ts'
import { selectUnreadCount, type Notice, type NoticeTone } from '../../store/notices-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { wordError } from '../../../shared/words/error-wording.ts'
import { Icon, type LucideIcon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useMetrics } from '../../ui/metrics.ts'
import { Popover } from '../../ui/overlay/popover.tsx'
import tones from '../../ui/layout/tones.module.css'
import item from '../../ui/layout/list-item.module.css'
import styles from '../palette/lists.module.css'
import { useOverlays } from '../overlays.ts'
import barStyles from '../frame/target-bar.module.css'
import { appLabels } from '../app-labels.ts'

export const noticeIcons: Readonly<Record<NoticeTone, LucideIcon>> = {
  ok: CircleCheck,
  note: Info,
  warn: TriangleAlert,
  bad: CircleX,
}

/** Text below the title: what was given, else the table's words for the error. */
export function noticeText({ text, error }: Notice): string | null {
  if (text !== null) return text
  if (error === null) return null
  const words = wordError(error)
  return [words.what, words.why, words.next]
    .filter((part) => part !== '')
    .map((part) => (part.endsWith('.') ? part : `${part}.`))
    .join(' ')
}

/** Everything toasts have said, newest first. */
export function NoticeCentre() {
  const notices = useApp((state) => state.notices)
  const unread = useApp(selectUnreadCount)
  const readNotices = useApp((state) => state.readNotices)
  const clearNotices = useApp((state) => state.clearNotices)
  const isOpen = useOverlays((overlays) => overlays.isNoticesOpen)
  return (
    <Popover
      label={appLabels.noticeCentre.notices}
      align="end"
      isFlush
      isOpen={isOpen}
      onOpenChange={(isNoticesOpen) => {
        useOverlays.setState({ isNoticesOpen })
        if (!isNoticesOpen) readNotices()
      }}
      trigger={
        <IconButton
          icon={Bell}
          label={unread === 0 ? appLabels.noticeCentre.notices : appLabels.noticeCentre.unread(String(unread))}
          {...(unread > 0 ? { className: barStyles.unread } : {})}
        />
      }
    >
      <section className={styles.panel}>
        <header className={styles.header}>
          <h2 className={styles.title}>{appLabels.noticeCentre.notices}</h2>
          {notices.length > 0 && (
            <Button kind="quiet" size="small" onClick={clearNotices}>
              {appLabels.noticeCentre.clearAll}
            </Button>
          )}
        </header>
        {notices.length === 0 ? (
          <p className={styles.empty}>{appLabels.noticeCentre.noNotices}</p>
        ) : (
          <ul className={styles.list}>
            {notices.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} />
            ))}
          </ul>
        )}
      </section>
    </Popover>
  )
}

function NoticeItem({ notice }: { readonly notice: Notice }) {
  const removeNotice = useApp((state) => state.removeNotice)
  const { timeDisplay } = useMetrics()
  const text = noticeText(notice)
  return (
    <li className={item.item}>
      <Icon icon={noticeIcons[notice.tone]} className={tones[notice.tone]} />
      <div>
        <div className={item.what}>{notice.title}</div>
        {text !== null && <div className={item.text}>{text}</div>}
        <div className={item.when}>{formatTime(notice.timeMs, timeDisplay)}</div>
        {notice.action !== null && (
          <Button kind="link" onClick={notice.action.run}>
            {notice.action.label}
          </Button>
        )}
        {notice.nextAction !== null && (
          <Button kind="link" onClick={notice.nextAction.run}>
            {notice.nextAction.label}
          </Button>
        )}
      </div>
      <IconButton
        icon={X}
        size="small"
        label={appLabels.noticeCentre.remove(notice.title)}
        onClick={() => {
          removeNotice(notice.id)
        }}
      />
    </li>
  )
}
