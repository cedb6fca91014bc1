import { SendHorizontal } from 'lucide-react'
import { useState } from 'react'
import { formatDuration, formatTime, quantityText } from '../../../shared/base/format.ts'
import { consoleCommands, reservedSets } from '../../../shared/model/console.ts'
import { useApp } from '../../store/create-store.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { wordError } from '../../../shared/words/error-wording.ts'
import { Banner } from '../../ui/layout/pane.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { commandOf, emptyConsoleForm, hexText, type ConsoleForm } from './console-model.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import tones from '../../ui/layout/tones.module.css'
import styles from './console-screen.module.css'
import { impactWords } from './console-words.ts'
import { DraftForm } from './draft-form.tsx'
import { MessageView } from './message-view.tsx'
import { useHistory, usePreview, type Preview, type Sent } from './use-console.ts'
import { consoleLabels } from './console-labels.ts'

const headerBytes = 20

/** Requests by hand, to the process that the person chose. */
export function ConsoleScreen({ target }: { readonly target: RecordTarget }) {
  const row = useApp((state) => state.processRows.find(({ key }) => key === target.processKey) ?? null)
  const [form, setForm] = useState<ConsoleForm>(emptyConsoleForm)
  const [shownId, setShownId] = useState<number | null>(null)
  /** What was sent last needs no picture of what would be sent. */
  const [sentForm, setSentForm] = useState<ConsoleForm | null>(null)
  const preview = usePreview(target, row, form)
  const history = useHistory(target)
  const isGone = row === null || row.state === 'exited'
  const command = commandOf(form)
  const shown = history.sent.find(({ id }) => id === shownId) ?? history.sent[0] ?? null
  const canSend = !isGone && !history.isBusy && preview?.request != null
  const send = () => {
    history.send(form)
    setSentForm(form)
    setShownId(null)
  }
  return (
    <div className={styles.screen}>
      <PageHeader title={consoleLabels.screen.rawIpcConsole(target.name)} detail={`PID ${String(target.pid)}`} />
      <Banner tone={isGone ? 'note' : 'warn'}>
        {isGone ? consoleLabels.screen.exited : consoleLabels.screen.explanation}
      </Banner>
      <div className={styles.columns}>
        <section className={styles.draft} aria-label={consoleLabels.screen.request}>
          <span className={styles.hint}>{consoleLabels.screen.command}</span>
          <Select
            label={consoleLabels.screen.command}
            value={form.command}
            options={consoleCommands.map(({ name, code, set }) => ({
              value: name,
              label: name,
              detail: `${set} 0x${code.toString(16).padStart(4, '0')}`,
            }))}
            onChange={(name) => setForm({ ...form, command: name, hex: '' })}
          />
          <p className={styles.hint}>{impactWords[command.impact]}</p>
          {command.impact !== 'session' && (
            <DraftForm
              form={form}
              onChange={(part) => setForm({ ...form, ...part })}
              payloadHex={preview?.request ? hexText(preview.request.bytes.subarray(headerBytes)) : ''}
            />
          )}
          <Refusal preview={preview} />
          <div className={styles.foot}>
            {command.impact === 'reads' ? (
              <Button kind="primary" icon={SendHorizontal} disabled={!canSend} onClick={send}>
                {consoleLabels.screen.send}
              </Button>
            ) : (
              <Button kind="risky" icon={SendHorizontal} disabled={!canSend} onClick={send}>
                {consoleLabels.screen.sendAfterQuestion}
              </Button>
            )}
            {history.isBusy && <span className={styles.hint}>{consoleLabels.screen.waitingForTheResponse}</span>}
          </div>
          <History sent={history.sent} shown={shown} onShow={setShownId} />
          <p className={styles.hint}>{consoleLabels.screen.reservedSets(reservedSets)}</p>
        </section>
        <section className={styles.exchange} aria-label={consoleLabels.screen.exchange}>
          {preview?.request != null && sentForm !== form && (
            <MessageView title={consoleLabels.screen.requestPreview} message={preview.request} />
          )}
          {shown === null && preview?.request == null && (
            <p className={styles.empty}>{consoleLabels.screen.chooseCommand}</p>
          )}
          {shown !== null && <Exchange key={shown.id} sent={shown} />}
        </section>
      </div>
    </div>
  )
}

function Refusal({ preview }: { readonly preview: Preview | null }) {
  const refusal = preview?.refusal ?? null
  if (refusal === null) return null
  const words = wordError(refusal)
  return (
    <div role="alert" className={styles.bad} data-testid="console-refusal">
      <p>{sentence(words.what)}</p>
      <p className={styles.small}>{`${sentence(words.why)} ${sentence(words.next)}`}</p>
    </div>
  )
}

function Exchange({ sent }: { readonly sent: Sent }) {
  const words = sent.error === null ? null : wordError(sent.error)
  return (
    <>
      {sent.request !== null && <MessageView title={consoleLabels.screen.request} message={sent.request} />}
      {words !== null && (
        <div role="alert" className={styles.bad} data-testid="console-error">
          <p>{sentence(words.what)}</p>
          <p className={styles.small}>{`${sentence(words.why)} ${sentence(words.next)}`}</p>
        </div>
      )}
      {sent.reply !== null && (
        <MessageView
          title={consoleLabels.screen.responseAfter(quantityText(formatDuration(sent.elapsedMs)))}
          message={sent.reply}
        />
      )}
    </>
  )
}

interface HistoryProps {
  readonly sent: readonly Sent[]
  readonly shown: Sent | null
  readonly onShow: (id: number) => void
}

function History({ sent, shown, onShow }: HistoryProps) {
  const display = useApp((state) => state.settings.timeDisplay)
  if (sent.length === 0) return null
  return (
    <ul className={styles.history} aria-label={consoleLabels.screen.sent}>
      {sent.map((entry) => (
        <li key={entry.id}>
          <button
            type="button"
            className={styles.entry}
            aria-pressed={entry.id === shown?.id}
            onClick={() => onShow(entry.id)}
          >
            <span className="tabular muted">{formatTime(entry.atMs, display)}</span>
            <span className="ellipsis">{entry.command}</span>
            <span className={entry.error === null ? tones.ok : styles.bad}>
              {entry.error === null
                ? consoleLabels.screen.ok
                : entry.error.kind === 'runtime-error'
                  ? entry.error.name
                  : consoleLabels.screen.failed}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Reasons of main are parts of a sentence. */
function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1)
  return whole === '' || /[.!?]$/.test(whole) ? whole : `${whole}.`
}
