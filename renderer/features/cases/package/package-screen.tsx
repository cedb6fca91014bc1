import { ClipboardCopy, ShieldCheck, ShieldX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatBytes, quantityText } from '../../../../shared/base/format.ts'
import type { CasePackageDocument } from '../../../../shared/model/cases.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import { copyText, reportAs } from '../../../commands/page-actions.ts'
import type { CaseTarget } from '../../../store/navigation-slice.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Input } from '../../../ui/controls/input.tsx'
import { Tabs } from '../../../ui/controls/tabs.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Banner } from '../../../ui/layout/pane.tsx'
import { BusyText } from '../../../ui/layout/skeleton.tsx'
import { CountersTab } from './counters-tab.tsx'
import { PackageFindings, PackageSteps } from './document-tabs.tsx'
import { namedLike } from './package-parts.ts'
import { PackageFiles } from './package-files.tsx'
import { PackageSummary } from './package-summary.tsx'
import { TextTab } from './text-tab.tsx'
import { usePackage } from './use-package.ts'
import { packageLabels } from './package-labels.ts'
import styles from './package.module.css'

/** A package from somebody else: whether it is what it says, and everything in it. Nothing is fetched from anywhere. */
export function PackageScreen({ target }: { readonly target: CaseTarget }) {
  /** After a password was given, the package is another document of main's. */
  const [documentId, setDocumentId] = useState(target.documentId)
  return <Reading key={documentId} documentId={documentId} target={target} onOpened={setDocumentId} />
}

interface ReadingProps {
  readonly documentId: string
  readonly target: CaseTarget
  readonly onOpened: (documentId: string) => void
}

function Reading({ documentId, target, onOpened }: ReadingProps) {
  const { document, error, progress } = usePackage(documentId)
  if (error?.kind === 'invalid-request' && error.what === 'password')
    return <AskPassword target={target} isWrong={error.detail === 'wrong'} onOpened={onOpened} />
  if (error !== null) return <ErrorState isCentred error={error} title={packageLabels.page.couldntOpen(target.name)} />
  if (document === null)
    return (
      <BusyText>
        {packageLabels.page.verifying(target.name, quantityText(formatBytes(progress?.readBytes ?? 0)))}
      </BusyText>
    )
  return <Opened documentId={documentId} target={target} opened={document} />
}

function AskPassword({
  target,
  isWrong,
  onOpened,
}: {
  readonly target: CaseTarget
  readonly isWrong: boolean
  readonly onOpened: (documentId: string) => void
}) {
  const [password, setPassword] = useState('')
  const open = () => {
    background(
      invoke('cases.open', { path: target.path, password }).then((opened) => {
        if (opened !== null) onOpened(opened.documentId)
      }),
      'cases.open',
      reportAs(packageLabels.page.couldntOpen(target.name)),
    )
  }
  return (
    <EmptyState
      isCentred
      title={packageLabels.page.isEncrypted(target.name)}
      text={isWrong ? packageLabels.page.wrongPassword : packageLabels.page.enterPassword}
      action={
        <form
          className={styles.password}
          onSubmit={(event) => {
            event.preventDefault()
            open()
          }}
        >
          <Input label={packageLabels.page.password} type="password" value={password} onChange={setPassword} />
          <Button kind="primary" type="submit" disabled={password === ''}>
            {packageLabels.page.open}
          </Button>
        </form>
      }
    />
  )
}

interface OpenedProps {
  readonly documentId: string
  readonly target: CaseTarget
  readonly opened: CasePackageDocument
}

function Opened({ documentId, target, opened }: OpenedProps) {
  const { isVerified, document, summary, files } = opened
  const [tab, setTab] = useState(document === null ? 'files' : 'summary')
  const names = document?.processes.map(({ name }) => name).join(', ') ?? ''
  const title = document?.ticket == null ? target.name : packageLabels.page.titleOfTicket(document.ticket)
  const text = (of: readonly string[]): ReactNode => <TextTab documentId={documentId} names={of} />
  const tabs = [
    ...(document === null
      ? []
      : [
          {
            value: 'summary',
            label: packageLabels.page.summary,
            content: (
              <PackageSummary
                documentId={documentId}
                opened={opened}
                document={document}
                onFindings={() => setTab('findings')}
              />
            ),
          },
        ]),
    {
      value: 'files',
      label: packageLabels.page.files,
      count: files.length,
      content: <PackageFiles documentId={documentId} opened={opened} />,
    },
    ...(document === null
      ? []
      : [
          {
            value: 'findings',
            label: packageLabels.page.findings,
            count: document.findings.length,
            content: <PackageFindings documentId={documentId} document={document} files={files} />,
          },
          { value: 'steps', label: packageLabels.page.steps, content: <PackageSteps document={document} /> },
        ]),
    ...present(namedLike(opened, 'counters.csv'), 'counters', packageLabels.page.counters, (found) => (
      <CountersTab documentId={documentId} names={found} />
    )),
    ...present(namedLike(opened, 'stacks.txt'), 'stacks', packageLabels.page.stacks, text),
    ...present(namedLike(opened, 'logs.ndjson'), 'logs', packageLabels.page.logs, text),
    ...present(namedLike(opened, 'process.json'), 'process', packageLabels.page.process, text),
    ...present(namedLike(opened, 'REDACTION.md'), 'redaction', packageLabels.page.masking, text),
  ]
  return (
    <div className={styles.screen} data-testid="case-package">
      <PageHeader title={title} detail={[names, document?.checklist.title].filter(Boolean).join(' · ')}>
        <Chip tone={isVerified ? 'ok' : 'bad'} icon={isVerified ? ShieldCheck : ShieldX}>
          {isVerified ? packageLabels.page.verified : packageLabels.page.notVerified}
        </Chip>
        {summary !== null && (
          <Button icon={ClipboardCopy} onClick={() => copyText(summary, packageLabels.page.messageCopied)}>
            {packageLabels.page.copyMessage}
          </Button>
        )}
      </PageHeader>
      {!isVerified && <Banner tone="bad">{faultText(opened)}</Banner>}
      <Tabs label={packageLabels.page.contents} className={styles.tabs} value={tab} onChange={setTab} tabs={tabs} />
    </div>
  )
}

function present(
  names: readonly string[],
  value: string,
  label: string,
  render: (names: readonly string[]) => ReactNode,
): readonly { readonly value: string; readonly label: string; readonly content: ReactNode }[] {
  return names.length === 0 ? [] : [{ value, label, content: render(names) }]
}

const mostNamed = 5

/** Exactly what is not as listed. */
function faultText({ faults, files }: CasePackageDocument): string {
  const found = [...faults, ...files.flatMap(({ name, fault }) => (fault === null ? [] : [`${name}: ${fault}`]))]
  const named = found.slice(0, mostNamed).join('; ')
  return found.length > mostNamed
    ? packageLabels.page.damagedAndMore(named, String(found.length - mostNamed))
    : packageLabels.page.damaged(named)
}
