# As Mailpit: takes e-mails on 1025, and tells on 8025 how many there are.
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from json import dumps

from aiosmtpd.controller import Controller

received = []


class Receiver:
    async def handle_DATA(self, server, session, envelope):
        received.append(envelope)
        return '250 OK'


class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        body = dumps({'total': len(received)}).encode()
        self.send_response(200)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)


Controller(Receiver(), hostname='0.0.0.0', port=1025).start()
ThreadingHTTPServer(('0.0.0.0', 8025), Page).serve_forever()
