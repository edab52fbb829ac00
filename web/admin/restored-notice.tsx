/** Line above a form that has its values from before the login again. */
export function RestoredNotice() {
  return (
    <p className="form-note" role="status">
      重新登录前没保存的内容还在，看好了再保存。
    </p>
  )
}
