// Shows the booking page within another website. The website is listed in the settings of Openhour:
// <script src="https://booking.example.org/embed.js" async></script>
{
  const script = document.currentScript
  const site = new URL(script.src).origin
  const frame = document.createElement('iframe')
  const choice = new URLSearchParams()
  if (script.dataset.service) choice.set('support_type', script.dataset.service)
  if (script.dataset.mentor) choice.set('mentor', script.dataset.mentor)
  frame.src = `${site}/embed${choice.size > 0 ? `?${choice}` : ''}#${location.origin}`
  frame.title = script.dataset.title || 'Book an appointment'
  Object.assign(frame.style, { display: 'block', width: '100%', height: '720px', border: '0' })
  script.after(frame)
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== site || source !== frame.contentWindow || !Number.isFinite(data?.openhourHeight)) return
    frame.style.height = `${Math.min(Math.max(data.openhourHeight, 320), 6000)}px`
  })
}
