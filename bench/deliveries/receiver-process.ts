import { createServer } from 'node:http';

/** Answers 204 to every request at once, as a good endpoint does. */
const [port] = process.argv.slice(2);
const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    response.statusCode = 204;
    response.end();
  });
});
server.listen(Number(port), '127.0.0.1');
process.once('disconnect', () => process.exit(0));
