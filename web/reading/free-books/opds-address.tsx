import { Check, Copy } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useRef, useState } from 'react'
import { kosyncPath } from '#shared/kosync-path.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import './opds-address.css'

interface Address {
  path: string
  label: string
  remark: string
}

const catalogues: Address[] = [
  { path: '/opds', label: 'OPDS 1.2', remark: '几乎所有电子书软件都认得，如 KOReader、静读天下、Librera' },
  { path: '/opds/v2', label: 'OPDS 2.0', remark: '较新的软件，如 Thorium Reader' },
]
const sync: Address = { path: kosyncPath, label: '进度同步', remark: 'KOReader 里的自定义同步服务器' }

/** Instructions for adding an OPDS catalogue, with the Chinese names of the menu items in each e-reader app. */
const steps = [
  ['KOReader', '在文件浏览器上方的菜单里找到「搜索」，打开「OPDS 目录」，点加号，填 OPDS 1.2 的地址。'],
  ['静读天下', '打开侧边栏的「网络书库」，点添加，填 OPDS 1.2 的地址。'],
  ['Readest', '在书库的导入菜单里选「在线书库」，添加目录，填 OPDS 1.2 或 2.0 的地址。'],
  ['Thorium Reader', '在「目录」里添加一个 OPDS 源，填 OPDS 2.0 的地址。'],
  ['Kindle', '没有 OPDS；在它的浏览器里打开本页下载 TXT，或把 EPUB 用 Send to Kindle 寄过去。'],
] as const

/** Instructions for opening the list of free books on an e-reader by OPDS. */
export function OpdsAddress() {
  const { publicUrl } = useSite()
  return (
    <section className="e-reader-address" aria-labelledby="reader-address">
      <h2 id="reader-address">装进你的阅读器</h2>
      <p>
        在阅读器里新建一个 OPDS
        书库，填上下面的地址，就能直接翻看和下载这里的书，不用登录；领了阅读器密钥，还能看到自己的书架。
      </p>
      <ul>
        {catalogues.map((address) => (
          <AddressRow key={address.path} {...address} base={publicUrl} />
        ))}
      </ul>
      <details>
        <summary className="summary-chevron">各个软件里怎么填</summary>
        <dl>
          {steps.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
      <p>
        读到哪里也可以存在这里，换一台设备接着读：登录后在<a href="/user/userInfo#info">设置</a>
        里生成一个阅读器密钥，填在 KOReader 的「进度同步」里。
      </p>
      <ul>
        <AddressRow {...sync} base={publicUrl} />
      </ul>
    </section>
  )
}

function AddressRow({ path, label, remark, base }: Address & { base: string }) {
  return (
    <li>
      <strong>{label}</strong>
      <code>{base + path}</code>
      <CopyButton text={base + path} label={label} />
      <span className="form-note">{remark}</span>
    </li>
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
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`复制 ${label} 地址`}
      onClick={() => void copy().catch(() => undefined)}
    >
      <Icon of={isCopied ? Check : Copy} size={20} />
      <span className="visually-hidden" role="status">
        {isCopied ? '已复制' : ''}
      </span>
    </button>
  )
}
