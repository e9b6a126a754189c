/** A page of one's own that uploads with a token, by tus-js-client. */
export const pageExample = (apiUrl: string, token: string): string => `<input type="file" id="file" accept="video/*">
<p id="state"></p>
<!-- npm install tus-js-client, and serve this file of it -->
<script src="tus.min.js"></script>
<script>
  const state = document.querySelector("#state");
  document.querySelector("#file").addEventListener("change", ({ target }) => {
    const [file] = target.files;
    new tus.Upload(file, {
      endpoint: ${JSON.stringify(`${apiUrl}/uploads`)},
      headers: { Authorization: ${JSON.stringify(`Bearer ${token}`)} },
      metadata: { filename: file.name },
      retryDelays: [0, 1000, 5000, 20000],
      onProgress: (sent, total) => (state.textContent = Math.floor((100 * sent) / total) + " %"),
      onSuccess: () => (state.textContent = "Uploaded."),
      onError: (error) => (state.textContent = error.originalResponse
        ? JSON.parse(error.originalResponse.getBody()).message
        : "The connection failed."),
    }).start();
  });
</script>`;
