import { createServer } from 'node:http';

/** Takes whatever is posted and says so at once, as a good receiver does. */
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
