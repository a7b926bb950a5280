# In the place of MongoDB's image: its shell, and the stand-in of its server.
ARG NODE
FROM ${NODE}
RUN npm install --global --ignore-scripts --no-audit --no-fund --loglevel=error mongosh@2.5.6
RUN mkdir -p /data/db && chown 999:999 /data/db
COPY mongod embedded docker-entrypoint.sh /usr/local/bin/
LABEL academy.stand-in=true
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["mongod"]
