import { Copy, Ear, X } from 'lucide-react'
import { useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import { portRules, type PortRule, type PortState } from '../../../shared/model/port.ts'
import { useApp } from '../../store/create-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { useCopyText } from '../../ui/text/copy.ts'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { recordingOf } from './launch-request.ts'
import { PresetSelect, RuleSelect } from './rule-select.tsx'
import { snippet, snippetKinds, type SnippetKind } from './snippets.ts'
import { NameRules } from './name-rules.tsx'
import { closePort, openPort, setNameRules, setRule } from './startup-commands.ts'
import styles from './startup-screen.module.css'
import { startupLabels } from './startup-labels.ts'

/** Ports that programs come to which somebody else starts. */
export function ListenForm({ ports }: { readonly ports: readonly PortState[] }) {
  const platform = useApp((state) => state.facts?.platform ?? 'linux')
  const nameTemplate = useApp((state) => state.settings.recordings.nameTemplate)
  const [address, setAddress] = useState('')
  const [suspends, setSuspends] = useState(true)
  const [rule, setNewRule] = useState<PortRule>('hold')
  const [presetId, setPresetId] = useState('start')
  const [isOpening, setIsOpening] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const open = () => {
    if (isOpening) return
    setIsOpening(true)
    setError(null)
    const transport = platform === 'win32' ? ('pipe' as const) : ('unix' as const)
    const path = address.trim()
    const request = {
      address: path === '' ? null : { transport, path },
      rule,
      nameRules: [],
      suspends,
      // The rule may be changed to it later.
      recording: recordingOf(presetId, nameTemplate),
    }
    const onEnd = (failure: AppError | null) => {
      setIsOpening(false)
      setError(failure)
      if (failure === null) setAddress('')
    }
    openPort(request, onEnd, () => setIsOpening(false))
  }
  return (
    <form
      className={styles.form}
      aria-label={startupLabels.listenForm.listen}
      onSubmit={(event) => {
        event.preventDefault()
        open()
      }}
    >
      <h2 className={styles.formTitle}>
        <Icon icon={Ear} />
        {startupLabels.listenForm.listen}
      </h2>
      {ports.map((port) => (
        <OpenPort key={port.id} port={port} />
      ))}
      <div className={styles.field}>
        <span>{startupLabels.listenForm.newPortAddress}</span>
        <Input
          label={startupLabels.listenForm.address}
          isMono
          placeholder={startupLabels.listenForm.privatePort}
          value={address}
          onChange={setAddress}
        />
      </div>
      <Checkbox isChecked={suspends} onChange={setSuspends}>
        {startupLabels.listenForm.suspend}
      </Checkbox>
      {suspends && (
        <div className={styles.field}>
          <span>{startupLabels.listenForm.whenARuntimeConnects}</span>
          <RuleSelect
            label={startupLabels.listenForm.whenARuntimeConnects}
            rules={portRules}
            value={rule}
            onChange={setNewRule}
          />
        </div>
      )}
      {suspends && (
        <div className={styles.field}>
          <span>{startupLabels.listenForm.recordingForRule}</span>
          <PresetSelect value={presetId} onChange={setPresetId} />
        </div>
      )}
      <div className={styles.formFoot}>
        <Button type="submit" icon={Ear} disabled={isOpening}>
          {startupLabels.listenForm.openPort}
        </Button>
      </div>
      {error !== null && <ErrorState error={error} title={startupLabels.listenForm.couldntOpen} />}
    </form>
  )
}

/** An open one, with what brings a program to it. */
function OpenPort({ port }: { readonly port: PortState }) {
  const [kind, setKind] = useState<SnippetKind>('shell')
  const copy = useCopyText()
  const text = snippet(kind, port.variable, port.address)
  return (
    <section className={styles.port} aria-label={startupLabels.listenForm.port(port.address)}>
      <div className={styles.inline}>
        <span className={styles.address}>
          <MiddleEllipsis text={port.address} />
        </span>
        <IconButton
          icon={Copy}
          size="small"
          label={startupLabels.listenForm.copyAddress}
          onClick={() => copy(port.address, startupLabels.listenForm.addressCopied)}
        />
        <IconButton
          icon={X}
          size="small"
          label={startupLabels.listenForm.closeThePort}
          hint={startupLabels.listenForm.closeThePortHint}
          onClick={() => closePort(port.id)}
        />
      </div>
      <div className={styles.inline}>
        {port.variable.endsWith(',suspend') && (
          <RuleSelect
            label={startupLabels.listenForm.ruleForThisPort}
            rules={portRules}
            value={port.rule}
            onChange={(rule) => setRule({ portId: port.id, rule })}
          />
        )}
        <Select
          label={startupLabels.listenForm.startWith}
          options={snippetKinds.map((value) => ({ value, label: startupLabels.snippets[value].title }))}
          value={kind}
          onChange={setKind}
        />
      </div>
      {port.variable.endsWith(',suspend') && (
        <NameRules
          rules={port.nameRules}
          onChange={(nameRules) => setNameRules({ portId: port.id, nameRules: [...nameRules] })}
        />
      )}
      <div className={styles.snippet}>
        <pre className="selectable">{text}</pre>
        <IconButton
          icon={Copy}
          size="small"
          label={startupLabels.listenForm.copySnippet}
          onClick={() => copy(text, startupLabels.listenForm.snippetCopied)}
        />
      </div>
      <p className={styles.hint}>{startupLabels.snippets[kind].hint}</p>
      {port.rejectedCount > 0 && <p className={styles.hint}>{startupLabels.listenForm.rejected(port.rejectedCount)}</p>}
    </section>
  )
}
