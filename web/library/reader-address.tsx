import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSite } from '../document.tsx'

const catalogues = [
  { path: '/opds', label: 'OPDS 1.2', remark: '几乎所有电子书软件都认得，如 KOReader、静读天下、Librera' },
  { path: '/opds/v2', label: 'OPDS 2.0', remark: '较新的软件，如 Thorium Reader' },
]

/** How the shelf comes to an e-reader. */
export function ReaderAddress() {
  const { publicUrl } = useSite()
  return (
    <section className="reader-address" aria-labelledby="reader-address">
      <h2 id="reader-address">装进你的阅读器</h2>
      <p>在阅读器里新建一个 OPDS 书库，填上下面的地址，就能直接翻看和下载这里的书，不用登录。</p>
      <ul>
        {catalogues.map(({ path, label, remark }) => (
          <li key={path}>
            <strong>{label}</strong>
            <code>{publicUrl + path}</code>
            <CopyButton text={publicUrl + path} label={label} />
            <span className="form-note">{remark}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), 2000)
  }
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`复制 ${label} 地址`}
      onClick={() => void copy().catch(() => undefined)}
    >
      <Icon size={20} strokeWidth={1.5} aria-hidden />
      <span className="visually-hidden" role="status">
        {isCopied ? '已复制' : ''}
      </span>
    </button>
  )
}
