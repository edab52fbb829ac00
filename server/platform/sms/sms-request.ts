/** An HTTP request to a provider of text messages (SMS). */
export interface SmsRequest {
  url: string
  headers: Record<string, string>
  body?: string
}

/** A verification code and the phone number, in E.164 format, to which it is sent. */
export interface SmsCode {
  phoneNumber: string
  code: string
}
